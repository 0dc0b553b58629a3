import { expect, setSystemTime, test } from 'bun:test';

import { checkRequest, parseHeaders, type ReceivedRequest } from '../../web/features/webhooks/inbox/check/signature';
import { verificationResults } from '../webhooks/verify';

// The vectors of Standard Webhooks.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"test": 2432232314}';
const SECONDS = 1_614_265_330;
const HEADERS = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': String(SECONDS),
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const GOOD: ReceivedRequest = { headers: HEADERS, body: BODY, secret: SECRET, at: SECONDS * 1000 };
/** Its bytes hold both letters that url-safe base64 writes otherwise. */
const DASHED = `whsec_${Buffer.from(Uint8Array.from({ length: 32 }, (_, at) => 251 + (at % 5))).toString('base64')}`;

/** The names of the lines that failed. */
async function failed(change: Partial<ReceivedRequest>): Promise<string[]> {
  const lines = await checkRequest({ ...GOOD, ...change });
  expect(lines.map(({ name }) => name)).toEqual(['headers', 'timestamp', 'secret', 'signature', 'body']);
  return lines.filter(({ result }) => result === 'fail').map(({ name }) => name);
}
const lineOf = async (change: Partial<ReceivedRequest>, name: string) =>
  (await checkRequest({ ...GOOD, ...change })).find((line) => line.name === name);

function sign(secret: string, body: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const text = `${HEADERS['webhook-id']}.${SECONDS}.${body}`;
  return `v1,${new Bun.CryptoHasher('sha256', key).update(text).digest('base64')}`;
}
const signedBy = (secret: string, body = BODY) => ({ ...HEADERS, 'webhook-signature': sign(secret, body) });

test('the request of the vectors passes all five checks', async () => {
  const lines = await checkRequest(GOOD);
  expect(lines.map(({ result }) => result)).toEqual(Array.from({ length: 5 }, () => 'pass'));
  expect(sign(SECRET, BODY)).toBe(HEADERS['webhook-signature']);
});

test('one of several signatures is enough, and other versions are skipped', async () => {
  const good = HEADERS['webhook-signature'];
  for (const signature of [`${sign(DASHED, BODY)} ${good}`, `${good} ${sign(DASHED, BODY)}`, `v1a,x ${good}`]) {
    expect(await failed({ headers: { ...HEADERS, 'webhook-signature': signature } })).toEqual([]);
  }
});

test('the body is signed as UTF-8', async () => {
  for (const body of ['{"t":"héllo 漢字 \u0000"}', String.raw`{"t":"héllo 漢字 \u0000"}`]) {
    expect(await failed({ headers: signedBy(SECRET, body), body })).toEqual([]);
  }
});

test('a time of 300 s before or after is accepted, of 301 s it is not', async () => {
  expect(await failed({ at: (SECONDS + 300) * 1000 })).toEqual([]);
  expect(await failed({ at: (SECONDS - 300) * 1000 })).toEqual([]);
  expect(await failed({ at: (SECONDS + 301) * 1000 })).toEqual(['timestamp']);
  expect(await failed({ at: (SECONDS - 301) * 1000 })).toEqual(['timestamp']);
  expect(await lineOf({ at: (SECONDS + 301) * 1000 }, 'timestamp')).toMatchObject({
    actual: `${SECONDS} (−301 s)`,
    hint: expect.stringContaining('Too old'),
  });
  expect(await failed({ headers: { ...HEADERS, 'webhook-timestamp': '2021-02-25' } })).toContain('timestamp');
});

test('another secret fails the signature alone', async () => {
  expect(await failed({ secret: DASHED })).toEqual(['signature']);
  const line = await lineOf({ secret: DASHED }, 'signature');
  expect(line).toMatchObject({ expected: sign(DASHED, BODY), actual: HEADERS['webhook-signature'] });
});

test('url-safe base64 fails the secret alone, and says how it is written', async () => {
  const secret = DASHED.replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
  expect(secret).toMatch(/^whsec_.*-/);
  expect(await failed({ headers: signedBy(DASHED), secret })).toEqual(['secret']);
  expect((await lineOf({ headers: signedBy(DASHED), secret }, 'secret'))?.hint).toContain('URL-safe');
  // Its bytes are read as they were meant.
  expect((await lineOf({ headers: signedBy(DASHED), secret }, 'signature'))?.result).toBe('pass');
});

test('a secret that is empty, cut off or no base64 fails its own line, and never shows itself', async () => {
  for (const secret of ['', 'whsec_', 'whsec_ä', 'whsec_Mf KQ']) {
    expect(await failed({ secret })).toEqual(['secret']);
  }
  expect(await failed({ secret: SECRET.slice('whsec_'.length) })).toEqual(['secret']);
  const lines = await checkRequest({ ...GOOD, secret: 'whsec_wrong!wrong!' });
  expect(JSON.stringify(lines)).not.toContain('wrong!');
});

test('a missing header is named, and what needs it is not checked', async () => {
  for (const name of Object.keys(HEADERS) as (keyof typeof HEADERS)[]) {
    const { [name]: _, ...rest } = HEADERS;
    expect(await failed({ headers: rest })).toEqual(['headers']);
    expect((await lineOf({ headers: rest }, 'headers'))?.actual).toBe(`without ${name}`);
    expect((await lineOf({ headers: rest }, 'signature'))?.result).toBe('skipped');
  }
});

test('one byte changed fails the signature; where the sent body is known, the byte is named', async () => {
  const body = BODY.replace('4', '5');
  expect(await failed({ body })).toEqual(['signature']);
  expect(await failed({ body, sent: BODY })).toEqual(['body']);
  expect((await lineOf({ body, sent: BODY }, 'body'))?.hint).toContain('byte 11');
});

test('a body that was parsed and printed again fails its own line, with the reason', async () => {
  const compact = '{"test":2432232314}';
  for (const body of [compact, JSON.stringify(JSON.parse(BODY), null, 2)]) {
    expect(await failed({ body })).toEqual(['body']);
    expect((await lineOf({ body }, 'body'))?.hint).toContain('your framework parsed the body');
  }
  expect(await failed({ headers: signedBy(SECRET, compact) })).toEqual(['body']);
});

test('space around the body fails its own line', async () => {
  expect(await failed({ body: `${BODY} ` })).toEqual(['body']);
  expect(await failed({ body: `\n${BODY}\n` })).toEqual(['body']);
  expect(await failed({ headers: signedBy(SECRET, `${BODY}\n`) })).toEqual(['body']);
  expect((await lineOf({ body: `${BODY} ` }, 'body'))?.hint).toContain('Spaces around');
});

test('a signature without a value, or of another version only, fails', async () => {
  for (const signature of ['v1,', 'v1a,x', 'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=']) {
    expect(await failed({ headers: { ...HEADERS, 'webhook-signature': signature } })).toEqual(['signature']);
  }
});

test('headers are read as lines, as curl prints them, and as JSON, in any case', async () => {
  const expected = { 'webhook-id': 'a', 'webhook-signature': 'v1,b=' };
  expect(parseHeaders('Webhook-Id: a\r\nWEBHOOK-SIGNATURE: v1,b=\n\nnot a header')).toEqual(expected);
  expect(parseHeaders('> Webhook-Id: a\n> webhook-signature:v1,b=')).toEqual(expected);
  expect(parseHeaders('{"Webhook-Id": "a", "webhook-signature": "v1,b="}')).toEqual(expected);
  expect(await failed({ headers: { ...HEADERS, 'WEBHOOK-ID': HEADERS['webhook-id'] } })).toEqual([]);
});

test('the checks and the libraries of receivers agree on what is right', async () => {
  const good = HEADERS['webhook-signature'];
  const signedWith = (signature: string): Partial<ReceivedRequest> => ({
    headers: { ...HEADERS, 'webhook-signature': signature },
  });
  const { 'webhook-id': _, ...withoutId } = HEADERS;
  const cases: [Partial<ReceivedRequest>, string[]][] = [
    [{}, ['verified']],
    [signedWith(`${sign(DASHED, BODY)} ${good}`), ['verified']],
    [signedWith(`v1a,x ${good}`), ['verified']],
    [{ at: (SECONDS + 300) * 1000 }, ['verified']],
    [{ at: (SECONDS + 301) * 1000 }, ['Message timestamp too old']],
    [{ at: (SECONDS - 301) * 1000 }, ['Message timestamp too new']],
    [{ body: `${BODY} ` }, ['No matching signature found']],
    [{ secret: DASHED }, ['No matching signature found']],
    [signedWith('v1,'), ['No matching signature found']],
    [{ headers: withoutId }, ['Missing required headers']],
  ];
  for (const [change, expected] of cases) {
    const { secret, at, ...request } = { ...GOOD, ...change };
    setSystemTime(at);
    const said = verificationResults(secret, request);
    setSystemTime();
    expect([change, said]).toEqual([change, expected]);
    expect([change, (await failed(change)).length]).toEqual([change, expected[0] === 'verified' ? 0 : 1]);
  }
});
