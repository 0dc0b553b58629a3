import { storable } from './storable';

const MAX_SHOWN = 40;

interface EncodingIssue {
  detail: string;
  headers: Record<string, string>;
}

/** Why the encoding of a body is refused: nothing decompresses it. Undefined for `identity`. */
export function encodingIssue(headers: Headers): EncodingIssue | undefined {
  const encoding = headers.get('content-encoding')?.trim() ?? '';
  if (encoding === '' || encoding.toLowerCase() === 'identity') return undefined;
  return {
    detail: `\`Content-Encoding: ${storable(encoding.slice(0, MAX_SHOWN))}\` is not supported. Send the body uncompressed, without this header or with \`identity\`.`,
    // RFC 9110, section 15.5.16: the answer names the encodings that are accepted.
    headers: { 'Accept-Encoding': 'identity' },
  };
}
