import { Failure } from './failure';

/** How the body of an answer ends: after so many bytes, with its last chunk, or with the connection. */
export type Framing = number | 'chunked' | 'close';

export interface AnswerHead {
  status: number;
  headers: [name: string, value: string][];
  framing: Framing;
  keepsAlive: boolean;
  /** From `Keep-Alive: timeout`. */
  keepAliveMs: number | undefined;
}

const START = 'HTTP/1.';
const STATUS_LINE = /^HTTP\/1\.([01]) (\d{3})(?: [\t\u0020-\u007e\u0080-\u00ff]*)?$/;
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const INVALID_VALUE = /[^\t\u0020-\u007e\u0080-\u00ff]/;
const LENGTH = /^\d{1,15}$/;

const malformed = (what: string): Failure =>
  new Failure('protocol_error', 'head', `The answer is not valid HTTP/1.1 (${what}).`);

/** Whether more bytes can make it a head. Text before `from` was checked. */
export function checkBeginning(text: string, from: number): void {
  if (from < START.length && !text.startsWith(START.slice(0, text.length))) throw malformed('status line');
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1))
    if (text[at - 1] !== '\r') throw malformed('line feed');
}

/** Without the empty line at its end. Whatever could be read in two ways is refused. */
export function parseHead(text: string): AnswerHead {
  const [first = '', ...lines] = text.split('\r\n');
  const [, minor, digits] = STATUS_LINE.exec(first) ?? [];
  if (digits === undefined) throw malformed('status line');
  const status = Number(digits);
  const headers = lines.map(parseLine);
  const { framing, connection } = fieldsOf(headers);
  return {
    status,
    headers,
    framing: status < 200 || status === 204 || status === 304 ? 0 : framing,
    keepsAlive: minor === '1' ? !connection.includes('close') : connection.includes('keep-alive'),
    keepAliveMs: hintOf(headers),
  };
}

function parseLine(line: string): [string, string] {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(0, colon));
  const value = line.slice(colon + 1).trim();
  if (!NAME.test(name)) throw malformed('name of a header');
  if (INVALID_VALUE.test(value)) throw malformed('value of a header');
  return [name.toLowerCase(), value];
}

function fieldsOf(headers: AnswerHead['headers']): { framing: Framing; connection: string[] } {
  let length: string | undefined;
  const [encodings, connection]: [string[], string[]] = [[], []];
  for (const [name, value] of headers) {
    if (name === 'content-length') {
      if (length !== undefined || !LENGTH.test(value)) throw malformed('content-length');
      length = value;
    } else if (name === 'transfer-encoding') encodings.push(...listOf(value));
    else if (name === 'connection') connection.push(...listOf(value));
  }
  if (encodings.length === 0) return { framing: length === undefined ? 'close' : Number(length), connection };
  if (length !== undefined || encodings.indexOf('chunked') < encodings.length - 1) throw malformed('transfer-encoding');
  return { framing: 'chunked', connection };
}

const listOf = (value: string): string[] => value.split(',').map((item) => item.trim().toLowerCase());

function hintOf(headers: AnswerHead['headers']): number | undefined {
  const value = headers.find(([name]) => name === 'keep-alive')?.[1];
  const seconds = value === undefined ? undefined : /(?:^|[\s,])timeout=(\d{1,9})/i.exec(value)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
