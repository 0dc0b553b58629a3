import { expect, test } from 'bun:test';

import { filePart } from '../../server/uploads/multipart';

const MARK = 'edge';
const TYPE = `multipart/form-data; boundary=${MARK}`;
/** Holds beginnings of the boundary, one in the other. */
const CONTENT = Buffer.from('a\r\n--edg\r\n--ed\r\n--\r\n\r\n--edg\r\r\n-'.repeat(3));
const FORM = Buffer.concat([
  Buffer.from(`--${MARK}\r\ncontent-disposition: form-data; name="note"\r\n\r\nx\r\n`),
  Buffer.from(`--${MARK}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`),
  CONTENT,
  Buffer.from(`\r\n--${MARK}--\r\n`),
]);

/** In pieces of `size` bytes, each of which is gone when the next one comes. */
async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    const piece = Uint8Array.from(bytes.subarray(at, at + size));
    yield piece;
    piece.fill(0x21);
  }
}

async function read(bytes: Buffer, size: number): Promise<string> {
  let content = '';
  for await (const piece of filePart(pieces(bytes, size), TYPE)) content += Buffer.from(piece).toString('latin1');
  return content;
}

test('a form may arrive in chunks of any length, and no chunk is kept', async () => {
  for (let size = 1; size <= FORM.length; size += 1) {
    expect([size, await read(FORM, size)]).toEqual([size, CONTENT.toString('latin1')]);
  }
});

test('a form that ends anywhere before its last boundary is refused', async () => {
  const end = FORM.length - '--\r\n'.length;
  for (let length = 0; length < end; length += 1) {
    const error = await read(FORM.subarray(0, length), 7).catch((caught: unknown) => caught);
    expect([length, error]).toEqual([length, expect.objectContaining({ code: 'malformed_json' })]);
  }
});
