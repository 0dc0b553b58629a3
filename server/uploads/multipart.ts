import { malformedBody } from '../errors';

const MAX_HEADER_BYTES = 8_192;
const HEAD_END = Buffer.from('\r\n\r\n');
const FORM_END = Buffer.from('--');

/** The headers of a part, bytes of its content, and `end` after them. */
type FormPiece = { head: string } | { bytes: Uint8Array } | 'end';

/** Streams `file`, which the runtime’s `formData()` would hold in memory. Calls `onHead` before the first byte. */
export async function* filePart(
  stream: AsyncIterable<Uint8Array>,
  type: string,
  onHead?: (head: string) => void,
): AsyncGenerator<Uint8Array> {
  let isInFile = false;
  for await (const piece of formPieces(stream, type)) {
    if (piece === 'end') {
      if (isInFile) return;
    } else if ('head' in piece) {
      isInFile = isFile(piece.head);
      if (isInFile) onHead?.(piece.head);
    } else if (isInFile) yield piece.bytes;
  }
  throw malformedBody('The form does not have a part named `file`.');
}

/** Throws 400 for an incomplete form. */
export async function* formPieces(stream: AsyncIterable<Uint8Array>, type: string): AsyncGenerator<FormPiece> {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type);
  const name = boundary?.[1] ?? boundary?.[2];
  if (name === undefined) throw malformedBody('The form does not have a boundary.');

  const mark = Buffer.from(`\r\n--${name}`);
  // The first boundary has no preceding line break.
  let bytes: Buffer = Buffer.from('\r\n');
  let state: 'before' | 'head' | 'content' = 'before';
  for await (const chunk of stream) {
    if (state === 'content' && bytes.length < mark.length) {
      // Contains a boundary that begins in the previous chunk.
      const seam: Buffer = Buffer.concat([bytes, chunk.subarray(0, mark.length)]);
      const [at, isShort] = [seam.indexOf(mark), chunk.length < mark.length];
      if (at < 0 && !isShort) {
        if (bytes.length > 0) yield { bytes };
        bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      } else bytes = isShort ? seam : Buffer.concat([bytes, chunk]);
    } else bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      if (state === 'head') {
        if (bytes.length >= FORM_END.length && bytes.subarray(0, FORM_END.length).equals(FORM_END)) return;
        const end: number = bytes.indexOf(HEAD_END);
        if (end < 0 && bytes.length > MAX_HEADER_BYTES) throw malformedBody('The headers of a part are too large.');
        if (end < 0) break;
        yield { head: bytes.toString('utf8', 0, end) };
        bytes = bytes.subarray(end + HEAD_END.length);
        state = 'content';
        continue;
      }
      const end: number = bytes.indexOf(mark);
      const ready = end < 0 ? Math.max(0, bytes.length - mark.length + 1) : end;
      if (state === 'content' && ready > 0) yield { bytes: bytes.subarray(0, ready) };
      bytes = bytes.subarray(ready);
      if (end < 0) break;
      if (state === 'content') yield 'end';
      bytes = bytes.subarray(mark.length);
      state = 'head';
    }
    // The memory of a chunk may be used again, and a short tail must not keep all of it.
    bytes = Buffer.from(bytes);
  }
  throw malformedBody('The form is not complete.');
}

const isFile = (head: string): boolean => fieldNameOf(head) === 'file';

export function fieldNameOf(head: string): string | undefined {
  const found = /^content-disposition:[^\r\n]*?;\s*name=(?:"([^"\r\n]*)"|([^\s;"]+))\s*(?:;|$)/im.exec(
    head.split('\r\n').join('\n'),
  );
  return found?.[1] ?? found?.[2];
}

/** Null for missing values. */
export function fileHeadOf(head: string): { type: string | null; filename: string | null } {
  const lines = head.split('\r\n');
  const type = lines.find((line) => /^content-type:/i.test(line))?.slice('content-type:'.length) ?? '';
  const disposition = lines.find((line) => /^content-disposition:/i.test(line)) ?? '';
  const name =
    /;\s*filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1] ?? /;\s*filename=([^\s";]+)/i.exec(disposition)?.[1];
  // Browsers escape quotes in names as %22.
  const plain = name?.replaceAll(/\\(.)/g, '$1').replaceAll(/%22/g, '"');
  return { type: type.trim() === '' ? null : type.trim(), filename: plain ?? null };
}
