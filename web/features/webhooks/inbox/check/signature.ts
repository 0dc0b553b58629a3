import { t } from './texts';

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
    ...(signed ?? unsigned(t(missing.length > 0 ? 'headerMissing' : 'noUsableSecret'))),
  ];
}

const headersLine = (missing: readonly string[]): CheckLine => ({
  name: 'headers',
  title: t('headersPresent'),
  result: missing.length === 0 ? 'pass' : 'fail',
  expected: NAMES.join(', '),
  actual: missing.length === 0 ? t('allThree') : t('without', { names: missing.join(', ') }),
  ...(missing.length === 0 ? {} : { hint: t('headersHint') }),
});

function timestampLine(timestamp: string, at: number): CheckLine {
  const line = { name: 'timestamp', title: t('timestampWithin', { seconds: TOLERANCE_SECONDS }) } as const;
  const now = Math.floor(at / 1000);
  const expected = t('range', { from: String(now - TOLERANCE_SECONDS), to: String(now + TOLERANCE_SECONDS) });
  if (timestamp === '') return { ...line, result: 'skipped', expected, actual: t('noHeader') };
  if (!/^\d{1,12}$/.test(timestamp)) {
    return { ...line, result: 'fail', expected, actual: timestamp, hint: t('unixSeconds') };
  }
  const off = Number(timestamp) - now;
  const actual = t('offset', { timestamp, offset: `${off > 0 ? '+' : off < 0 ? '−' : ''}${Math.abs(off)}` });
  if (Math.abs(off) <= TOLERANCE_SECONDS) return { ...line, result: 'pass', expected, actual };
  return { ...line, result: 'fail', expected, actual, hint: t(off < 0 ? 'tooOld' : 'tooNew') };
}

interface Key {
  /** The decoded secret, even when it is written incorrectly; undefined when it cannot be decoded. */
  bytes?: Uint8Array<ArrayBuffer>;
  fault?: string;
}

function keyOf(secret: string): Key {
  if (secret === '') return { fault: t('noSecret') };
  const hasPrefix = secret.startsWith(PREFIX);
  const text = hasPrefix ? secret.slice(PREFIX.length) : secret;
  if (text === '') return { fault: t('emptySecret') };
  if (BASE64.test(text)) {
    return { bytes: bytesOf(text), ...(hasPrefix ? {} : { fault: t('noPrefix') }) };
  }
  if (!URL_SAFE.test(text)) return { fault: t('notBase64') };
  const standard = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  const padded = standard.padEnd(Math.ceil(standard.length / 4) * 4, '=');
  const fault = t(/[-_]/.test(text) ? 'urlSafe' : 'badPadding');
  return BASE64.test(padded) ? { bytes: bytesOf(padded), fault } : { fault };
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

const secretLine = (secret: string, { bytes, fault }: Key): CheckLine => ({
  name: 'secret',
  title: t('secretFormat'),
  result: fault === undefined ? 'pass' : 'fail',
  expected: t('secretExpected'),
  // Never the secret itself.
  actual:
    secret === ''
      ? t('noSecretGiven')
      : bytes
        ? t('bytes', { count: bytes.length })
        : t('characters', { count: secret.length }),
  ...(fault === undefined ? {} : { hint: fault }),
});

const signatureLine = () => ({ name: 'signature', title: t('signatureOf') }) as const;
const bodyLine = () => ({ name: 'body', title: t('bodyBytes') }) as const;

const unsigned = (why: string): CheckLine[] =>
  [
    { ...signatureLine(), expected: t('v1Hmac') },
    { ...bodyLine(), expected: t('asReceived') },
  ].map((line) => ({ ...line, result: 'skipped', actual: t('notCheckedBecause', { reason: why }) }));

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
  const size = t('bytes', { count: sizeOf(body) });
  if (given.includes(expected)) {
    return [
      { ...signatureLine(), result: 'pass', expected, actual: signature },
      { ...bodyLine(), result: 'pass', expected: size, actual: size },
    ];
  }
  for (const { text, hint } of variantsOf(body, sent)) {
    const own = await sign(text);
    if (!given.includes(own)) continue;
    return [
      { ...signatureLine(), result: 'pass', expected: own, actual: signature, hint: t('forSentBody') },
      { ...bodyLine(), result: 'fail', expected: t('bytes', { count: sizeOf(text) }), actual: size, hint },
    ];
  }
  const hint = t(given.length === 0 ? 'noV1' : 'otherSecret');
  const actual = t('nothingToCompare', { bytes: size });
  return [
    { ...signatureLine(), result: 'fail', expected, actual: signature, hint },
    { ...bodyLine(), result: 'skipped', expected: t('asReceived'), actual },
  ];
}

interface Variant {
  text: string;
  hint: string;
}

/** Likely originals of a body that was changed on its way. */
function variantsOf(body: string, sent: string | undefined): Variant[] {
  const trimmed = body.trim();
  const spaces = t('spacesChanged');
  const parsed = t('reserialized');
  const variants = [
    { text: trimmed, hint: spaces },
    { text: `${trimmed}\n`, hint: spaces },
    { text: body.replaceAll('\r\n', '\n'), hint: t('lineBreaks') },
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
  return t('differsAt', { byte: (at === -1 ? (was?.length ?? 0) : at) + 1 });
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
