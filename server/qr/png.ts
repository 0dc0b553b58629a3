const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** One bit per pixel, as an index into a palette. */
const BIT_DEPTH = 1;
const PALETTE = 3;
const AS_IS = 0;
const FROM_ABOVE = 2;

interface Bitmap {
  size: number;
  /** An entry applies to the rows until the next one, and has `ceil(size / 8)` bytes. */
  rows: readonly { from: number; bits: Uint8Array }[];
  /** RRGGBB of the bits 0 and 1. */
  colors: readonly [string, string];
  /** Makes the pixels of bit 0 transparent. */
  transparent: boolean;
}

/** The difference of a row from an equal one above is zero, which compresses well. */
export function encodePng({ size, rows, colors, transparent }: Bitmap): Uint8Array<ArrayBuffer> {
  const stride = 1 + Math.ceil(size / 8);
  const data = new Uint8Array(stride * size);
  for (let row = 0; row < size; row += 1) data[row * stride] = FROM_ABOVE;
  for (const { from, bits } of rows) {
    data[from * stride] = AS_IS;
    data.set(bits, from * stride + 1);
  }

  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, size);
  view.setUint32(4, size);
  header.set([BIT_DEPTH, PALETTE, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colors.join(''), 'hex')),
    ...(transparent ? [chunk('tRNS', Uint8Array.of(0))] : []),
    chunk('IDAT', zlib(data)),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(Bun.hash.crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}

/** `Bun.deflateSync` omits the two-byte header and the checksum. */
function zlib(data: Uint8Array<ArrayBuffer>): Uint8Array {
  const end = Buffer.alloc(4);
  end.writeUInt32BE(Bun.hash.adler32(data));
  return Buffer.concat([Uint8Array.of(0x78, 0x01), Bun.deflateSync(data, { level: 1 }), end]);
}
