import type { FileHandle } from 'node:fs/promises';

interface Dimensions {
  width: number;
  height: number;
  animated: boolean;
}

/** Bounds the segments before the size in a JPEG. */
const MAX_SEGMENTS = 500;

/** Undefined for other or damaged files. The package `image-size` does not report whether a WebP is animated. */
export async function dimensionsOf(
  mimeType: string,
  head: Uint8Array,
  file: Pick<FileHandle, 'read'>,
): Promise<Dimensions | undefined> {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  try {
    const size = mimeType === 'image/jpeg' ? await jpeg(file) : inHead(mimeType, view);
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function inHead(mimeType: string, view: DataView): Dimensions | undefined {
  switch (mimeType) {
    case 'image/png':
      return { width: view.getUint32(16), height: view.getUint32(20), animated: false };
    case 'image/gif':
      return { width: view.getUint16(6, true), height: view.getUint16(8, true), animated: false };
    case 'image/webp':
      return webp(view);
    default:
      return undefined;
  }
}

function webp(view: DataView): Dimensions | undefined {
  const chunk = view.getUint32(12);
  if (chunk === 0x56503820) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff, animated: false };
  }
  if (chunk === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, animated: false };
  }
  if (chunk !== 0x56503858) return undefined;
  const [width, height] = [view.getUint32(24, true) & 0xffffff, view.getUint32(26, true) >>> 8];
  return { width: width + 1, height: height + 1, animated: (view.getUint8(20) & 0x02) !== 0 };
}

async function jpeg(file: Pick<FileHandle, 'read'>): Promise<Dimensions | undefined> {
  const bytes = new Uint8Array(9);
  const view = new DataView(bytes.buffer);
  let at = 2;
  for (let segment = 0; segment < MAX_SEGMENTS; segment += 1) {
    const { bytesRead } = await file.read(bytes, 0, 9, at);
    if (bytesRead < 9 || bytes[0] !== 0xff) return undefined;
    const marker = view.getUint8(1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(5), width: view.getUint16(7), animated: false };
    at += marker === 0xff ? 1 : 2 + view.getUint16(2);
  }
  return undefined;
}
