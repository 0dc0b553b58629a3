import { ApiError } from '../errors';

const MAX_HEADER_BYTES = 8_192;
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Streams the part `file` of a form, while the runtime’s `formData()` would hold the whole file. Calls `onHead` before
 * the first byte.
 */
export async function* filePart(
  stream: AsyncIterable<Uint8Array>,
  type: string,
  onHead?: (head: string) => void,
): AsyncGenerator<Uint8Array> {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type);
  const name = boundary?.[1] ?? boundary?.[2];
  if (name === undefined) throw malformed('The form does not have a boundary.');

  const mark = Buffer.from(`\r\n--${name}`);
  // The first boundary has no preceding line break.
  let bytes: Buffer = Buffer.from('\r\n');
  let state: 'between' | 'head' | 'file' = 'between';
  for await (const chunk of stream) {
    if (state === 'file' && bytes.length < mark.length) {
      // Contains a boundary that begins in the previous chunk.
      const seam: Buffer = Buffer.concat([bytes, chunk.subarray(0, mark.length)]);
      const [at, isShort] = [seam.indexOf(mark), chunk.length < mark.length];
      if (at < 0 && !isShort) {
        if (bytes.length > 0) yield bytes;
        bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      } else bytes = isShort ? seam : Buffer.concat([bytes, chunk]);
    } else bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const end: number = bytes.indexOf(state === 'head' ? HEAD_END : mark);
      if (state === 'head') {
        if (end < 0 && bytes.length > MAX_HEADER_BYTES) throw malformed('The headers of a part are too large.');
        if (end < 0) break;
        const head = bytes.toString('utf8', 0, end);
        state = isFile(head) ? 'file' : 'between';
        if (state === 'file') onHead?.(head);
        bytes = bytes.subarray(end + HEAD_END.length);
        continue;
      }
      const ready = end < 0 ? Math.max(0, bytes.length - mark.length + 1) : end;
      if (state === 'file' && ready > 0) yield bytes.subarray(0, ready);
      bytes = bytes.subarray(ready);
      if (end < 0) break;
      if (state === 'file') return;
      bytes = bytes.subarray(mark.length);
      state = 'head';
    }
    // A short tail must not keep its whole chunk in memory.
    if (state !== 'head') bytes = Buffer.from(bytes);
  }
  throw malformed(state === 'file' ? 'The form is not complete.' : 'The form does not have a part named `file`.');
}

const isFile = (head: string): boolean =>
  /^content-disposition:[^\r\n]*;\s*name="?file"?\s*(?:;|$)/im.test(head.split('\r\n').join('\n'));

const malformed = (detail: string): ApiError =>
  new ApiError('malformed_json', { detail, headers: { Connection: 'close' } });
