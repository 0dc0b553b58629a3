type Body = { ok: true; bytes: Uint8Array } | { ok: false; reason: 'too_large' | 'broken' };

/** Counts decompressed bytes as they arrive, so that a decompression bomb never fills memory. */
export async function readBounded(response: Response, limit: number): Promise<Body> {
  if (Number(response.headers.get('content-length') ?? 0) > limit) return { ok: false, reason: 'too_large' };
  if (response.body === null) return { ok: true, bytes: new Uint8Array() };

  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > limit) return { ok: false, reason: 'too_large' };
      chunks.push(value);
    }
  } catch {
    return { ok: false, reason: 'broken' };
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
