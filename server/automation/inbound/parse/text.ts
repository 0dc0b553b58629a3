import { Refused } from '../refusal';

const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]{1,40})"?/i;

export function decodeText(bytes: Uint8Array, contentType: string): string {
  const charset = CHARSET.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new Refused('unparsable_body', { message: `The body is not valid ${charset}.` });
  }
}
