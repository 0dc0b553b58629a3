import { Refused } from '../refused';

const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]{1,40})"?/i;

/** The bytes as text, in the character set that the media type names; a byte order mark is left out. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const charset = CHARSET.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new Refused('unparsable_body', { message: `The body is not valid ${charset}.` });
  }
}
