const LARGE_BYTES = 4 * 1024 * 1024;

type Body = { ok: true; bytes: Uint8Array } | { ok: false; reason: 'too_large' | 'broken'; size: number };

/** Counts decompressed bytes, against decompression bombs. Awaits `whenLarge` once, before more than `LARGE_BYTES`. */
export async function readBounded(response: Response, limit: number, whenLarge?: () => Promise<void>): Promise<Body> {
  if (Number(response.headers.get('content-length') ?? 0) > limit) return { ok: false, reason: 'too_large', size: 0 };
  if (response.body === null) return { ok: true, bytes: new Uint8Array() };

  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isLarge = false;
  try {
    for (;;) {
      const piece = await reader.read().catch(() => undefined);
      if (piece === undefined) return { ok: false, reason: 'broken', size };
      if (piece.done) break;
      size += piece.value.byteLength;
      if (size > limit) return { ok: false, reason: 'too_large', size };
      chunks.push(piece.value);
      if (size > LARGE_BYTES && !isLarge) {
        isLarge = true;
        await whenLarge?.();
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
  return { ok: true, bytes: Buffer.concat(chunks, size) };
}

export function parseBytes(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}
