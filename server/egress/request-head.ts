import { Failure } from './failure';
import type { WireRequest, ExchangeTarget } from './types';

/** Set by the wire only: a second length or host would allow request smuggling. */
const OWN_HEADERS = new Set(['host', 'content-length', 'transfer-encoding', 'connection']);
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const INVALID_VALUE = /[^\t\u0020-\u007e\u0080-\u00ff]/;
const INVALID_TARGET = /[^\u0021-\u007e]/;

const invalid = (what: string): Failure =>
  new Failure('protocol_error', 'head', `The request cannot be sent (${what}).`);

export function requestHead({ target, method, headers, body }: WireRequest & { target: ExchangeTarget }): string {
  if (INVALID_TARGET.test(target.path) || INVALID_TARGET.test(target.host)) throw invalid('address');
  let text = `${method} ${target.path} HTTP/1.1\r\nhost: ${target.host}\r\n`;
  for (const [name, value] of headers) {
    if (OWN_HEADERS.has(name.toLowerCase())) continue;
    if (!NAME.test(name) || INVALID_VALUE.test(value)) throw invalid('header');
    text += `${name}: ${value}\r\n`;
  }
  if (body !== undefined) text += `content-length: ${body instanceof Uint8Array ? body.byteLength : body.length}\r\n`;
  else if (method === 'POST') text += 'content-length: 0\r\n';
  return `${text}connection: keep-alive\r\n\r\n`;
}
