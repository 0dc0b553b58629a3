/** `skipped`: an earlier failure leaves nothing to check. */
export type SignatureCheck = 'pass' | 'fail' | 'skipped';

export interface CheckLine {
  name: 'headers' | 'timestamp' | 'secret' | 'signature' | 'body';
  title: string;
  result: SignatureCheck;
  expected: string;
  actual: string;
  hint?: string;
}

export interface ReceivedRequest {
  /** Names in any case. */
  headers: Record<string, string>;
  body: string;
  secret: string;
  /** When it arrived, in milliseconds since 1970. */
  at: number;
  /** The body as it was sent, where that is known. */
  sent?: string | undefined;
}

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
const PREFIX = 'whsec_';
const TOLERANCE_SECONDS = 300;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const URL_SAFE = /^[A-Za-z0-9_-]+={0,2}$/;

/** The five checks of Standard Webhooks on one request, each by itself, so that the one that fails is named. */
export async function checkRequest({ headers, body, secret, at, sent }: ReceivedRequest): Promise<CheckLine[]> {
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]));
  const [id = '', timestamp = '', signature = ''] = NAMES.map((name) => given[name]);
  const missing = NAMES.filter((name) => !given[name]);
  const key = keyOf(secret.trim());
  const start = `${id}.${timestamp}.`;
  const canSign = missing.length === 0 && key.bytes !== undefined;
  const signed = canSign ? await checkSignature(key.bytes, start, signature, body, sent) : undefined;
  return [
    headersLine(missing),
    timestampLine(timestamp, at),
    secretLine(secret.trim(), key),
    ...(signed ?? unsigned(missing.length > 0 ? 'a header is missing' : 'there is no usable secret')),
  ];
}

const headersLine = (missing: readonly string[]): CheckLine => ({
  name: 'headers',
  title: 'Headers present',
  result: missing.length === 0 ? 'pass' : 'fail',
  expected: NAMES.join(', '),
  actual: missing.length === 0 ? 'all three' : `without ${missing.join(', ')}`,
  ...(missing.length === 0
    ? {}
    : { hint: 'A proxy or framework may drop or rename headers: log them as they come in.' }),
});

function timestampLine(timestamp: string, at: number): CheckLine {
  const line = { name: 'timestamp', title: `Timestamp within ${TOLERANCE_SECONDS} s` } as const;
  const now = Math.floor(at / 1000);
  const expected = `${now - TOLERANCE_SECONDS} to ${now + TOLERANCE_SECONDS}`;
  if (timestamp === '') return { ...line, result: 'skipped', expected, actual: 'no header' };
  if (!/^\d{1,12}$/.test(timestamp)) {
    return { ...line, result: 'fail', expected, actual: timestamp, hint: 'Unix seconds, digits only.' };
  }
  const off = Number(timestamp) - now;
  const actual = `${timestamp} (${off > 0 ? '+' : off < 0 ? '−' : ''}${Math.abs(off)} s)`;
  if (Math.abs(off) <= TOLERANCE_SECONDS) return { ...line, result: 'pass', expected, actual };
  const hint =
    off < 0
      ? 'Too old: an old request, sent again by somebody, or a clock that is ahead.'
      : 'Too new: the clock of the receiver is behind.';
  return { ...line, result: 'fail', expected, actual, hint };
}

interface Key {
  /** The decoded secret, even when it is written incorrectly; undefined when it cannot be decoded. */
  bytes?: Uint8Array<ArrayBuffer>;
  fault?: string;
}

function keyOf(secret: string): Key {
  if (secret === '') return { fault: 'There is no secret.' };
  const hasPrefix = secret.startsWith(PREFIX);
  const text = hasPrefix ? secret.slice(PREFIX.length) : secret;
  if (text === '') return { fault: 'Nothing stands after the prefix.' };
  if (BASE64.test(text)) {
    return { bytes: bytesOf(text), ...(hasPrefix ? {} : { fault: `It begins with ${PREFIX}; was that cut off?` }) };
  }
  if (!URL_SAFE.test(text)) return { fault: 'It holds characters that are no base64.' };
  const standard = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  const padded = standard.padEnd(Math.ceil(standard.length / 4) * 4, '=');
  const fault = /[-_]/.test(text)
    ? 'It is url-safe base64: write + for - and / for _.'
    : 'Its padding is wrong: base64 ends with = up to a multiple of four.';
  return BASE64.test(padded) ? { bytes: bytesOf(padded), fault } : { fault };
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

const secretLine = (secret: string, { bytes, fault }: Key): CheckLine => ({
  name: 'secret',
  title: `Secret is standard base64 after ${PREFIX}`,
  result: fault === undefined ? 'pass' : 'fail',
  expected: `${PREFIX} and A–Z a–z 0–9 + / =`,
  // Never the secret itself.
  actual: secret === '' ? 'none' : bytes ? `${bytes.length} bytes` : `${secret.length} characters`,
  ...(fault === undefined ? {} : { hint: fault }),
});

const SIGNATURE = { name: 'signature', title: 'Signature of id.timestamp.body' } as const;
const BODY = { name: 'body', title: 'Body bytes' } as const;

const unsigned = (why: string): CheckLine[] =>
  [SIGNATURE, BODY].map((line) => ({
    ...line,
    result: 'skipped',
    expected: line === SIGNATURE ? 'v1 and HMAC-SHA256' : 'as they came',
    actual: `not checked: ${why}`,
  }));

async function checkSignature(
  bytes: Uint8Array<ArrayBuffer> | undefined,
  start: string,
  signature: string,
  body: string,
  sent: string | undefined,
): Promise<CheckLine[]> {
  if (!bytes) return [];
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const sign = async (text: string): Promise<string> => {
    const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(start + text));
    return `v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`;
  };
  // There are several while an old secret overlaps. Other versions are ignored.
  const given = signature.split(' ').filter((part) => part.startsWith('v1,'));
  const expected = await sign(body);
  const size = `${sizeOf(body)} bytes`;
  if (given.includes(expected)) {
    return [
      { ...SIGNATURE, result: 'pass', expected, actual: signature },
      { ...BODY, result: 'pass', expected: size, actual: size },
    ];
  }
  for (const { text, hint } of variantsOf(body, sent)) {
    const own = await sign(text);
    if (!given.includes(own)) continue;
    return [
      { ...SIGNATURE, result: 'pass', expected: own, actual: signature, hint: 'For the body as it was sent.' },
      { ...BODY, result: 'fail', expected: `${sizeOf(text)} bytes`, actual: size, hint },
    ];
  }
  const hint =
    given.length === 0
      ? 'It holds no v1 signature.'
      : 'Another secret signed it, or the body is not what was sent. No change of spaces or of JSON makes it fit.';
  return [
    { ...SIGNATURE, result: 'fail', expected, actual: signature, hint },
    { ...BODY, result: 'skipped', expected: 'as they came', actual: `${size}; nothing to compare them with` },
  ];
}

interface Variant {
  text: string;
  hint: string;
}

/** Likely originals of a body that was changed on its way. */
function variantsOf(body: string, sent: string | undefined): Variant[] {
  const trimmed = body.trim();
  const spaces = 'Space around the body was added or cut off: take the bytes as they came.';
  const parsed = 'It verifies after re-serialising: your framework parsed the body. Verify the raw bytes, then parse.';
  const variants = [
    { text: trimmed, hint: spaces },
    { text: `${trimmed}\n`, hint: spaces },
    { text: body.replaceAll('\r\n', '\n'), hint: 'Line breaks were changed: take the bytes as they came.' },
    ...printsOf(trimmed).map((text) => ({ text, hint: parsed })),
    ...(sent === undefined ? [] : [{ text: sent, hint: differenceOf(sent, body) }]),
  ];
  return variants.filter(({ text }) => text !== body);
}

/** The same JSON as it is commonly printed. */
function printsOf(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return [JSON.stringify(value), JSON.stringify(value, null, 2), spaced(value)];
  } catch {
    return [];
  }
}

/** With a space after each comma and colon, as Python prints it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, each]) => `${JSON.stringify(name)}: ${spaced(each)}`)
    .join(', ')}}`;
}

function differenceOf(sent: string, body: string): string {
  const [was, is] = [sent, body].map((text) => new TextEncoder().encode(text));
  const at = was?.findIndex((byte, index) => byte !== is?.[index]) ?? -1;
  return `It differs from what was sent, first at byte ${(at === -1 ? (was?.length ?? 0) : at) + 1}.`;
}

const sizeOf = (text: string): number => new TextEncoder().encode(text).length;

/** Headers as people paste them: lines `Name: value`, also of `curl -v`, or an object of JSON. */
export function parseHeaders(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name.toLowerCase(), String(each)]));
    }
  } catch {
    // Not JSON: lines follow.
  }
  return Object.fromEntries(
    text.split(/\r?\n/).flatMap((line) => {
      const found = /^[<>\s]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s*(.*)$/.exec(line);
      return found?.[1] === undefined ? [] : [[found[1].toLowerCase(), (found[2] ?? '').trim()]];
    }),
  );
}
