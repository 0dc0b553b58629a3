import { afterAll, describe, expect, test } from 'bun:test';

import type { FieldIssue } from '../../shared/errors';
import { LIMITS } from '../../shared/limits';
import { startServer } from '../support/app';
import { sendRaw } from '../support/raw';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());

const { secret } = await seedKey(await seedWorkspace(), { fullAccess: true });
const authorization = `Bearer ${secret}`;
const json = { 'content-type': 'application/json' };
const KEY = { kind: 'lk', name: 'Key', scopes: ['links:read'] };
const keyText = JSON.stringify(KEY);

async function post(body: BodyInit, headers: Record<string, string> = json, path = '/keys') {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization, ...headers },
    body,
  });
  expect(response.headers.get('content-type')).toMatch(/^application\/(problem\+)?json/);
  const answer = (await response.json()) as { code?: string; errors?: FieldIssue[] };
  return {
    status: response.status,
    code: answer.code,
    issues: answer.errors?.map(({ pointer, code }) => `${pointer} ${code}`),
  };
}

async function made(body: string): Promise<{ status: number; name: string }> {
  const headers = { authorization, ...json };
  const response = await fetch(`${server.url}/api/v1/keys`, { method: 'POST', headers, body });
  return { status: response.status, name: ((await response.json()) as { name: string }).name };
}

/** A request byte for byte. */
const raw = (lines: string[], body: string) =>
  sendRaw(Number(new URL(server.url).port), `${[...lines, 'Host: 127.0.0.1'].join('\r\n')}\r\n\r\n${body}`);

describe('a body that is no JSON is 400 malformed_json', () => {
  test.each([
    ['{'],
    ['{"a":1,}'],
    ["{'a':1}"],
    ['nul'],
    ['{"a":1} x'],
    ['\u{FEFF}\u{FEFF}{}'],
    ['{"a":\t"\n"}'],
    ['01'],
    ['NaN'],
  ])('%j', async (text) => {
    expect(await post(text)).toMatchObject({ status: 400, code: 'malformed_json' });
  });

  test('in bytes that are no UTF-8', async () => {
    const [start, end] = keyText.split('Key') as [string, string];
    for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0xf5, 0x80, 0x80, 0x80]]) {
      const body = Buffer.concat([Buffer.from(start), Buffer.from(bytes), Buffer.from(end)]);
      expect(await post(body)).toMatchObject({ status: 400, code: 'malformed_json' });
    }
  });

  test('deeper than 32 levels; brackets in texts do not count', async () => {
    const nested = (levels: number, open = '[', close = ']') =>
      `{"metadata":${open.repeat(levels - 1)}1${close.repeat(levels - 1)}}`;
    for (const levels of [33, 40, 500_000])
      expect(await post(nested(levels))).toMatchObject({ status: 400, code: 'malformed_json' });
    expect(await post(nested(40, '{"a":', '}'))).toMatchObject({ status: 400, code: 'malformed_json' });
    expect(await post(nested(32))).toMatchObject({ status: 400, code: 'validation_failed' });
    expect((await post(JSON.stringify({ ...KEY, name: '[{'.repeat(39), description: '\\"[' }))).status).toBe(201);
  });
});

test.each(['[]', '"text"', '5', 'true', 'null', '[{"kind":"lk"}]'])(
  'a body that is %s and no object is 400 validation_failed',
  async (text) => {
    expect(await post(text)).toEqual({ status: 400, code: 'validation_failed', issues: [' invalid_type'] });
  },
);

test('no body is an empty one', async () => {
  expect((await post('')).issues).toEqual(['/kind invalid_value']);
});

describe('a text that no database can store is refused where it stands', () => {
  test.each(['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00', '\\udc00\\ud800'])('%s', async (text) => {
    const at = (body: string) => post(body);
    expect(await at(`{"kind":"lk","name":"${text}","scopes":["links:read"]}`)).toEqual({
      status: 400,
      code: 'validation_failed',
      issues: ['/name invalid_string'],
    });
    expect((await at(`{"kind":"lk","name":"x","scopes":["links:read"],"metadata":{"a":"${text}"}}`)).issues).toEqual([
      '/metadata/a invalid_string',
    ]);
    expect((await at(`{"kind":"lk","name":"x","scopes":["links:read"],"allowed_cidrs":["${text}"]}`)).issues).toEqual([
      '/allowed_cidrs/0 invalid_string',
    ]);
    const named = await at(`{"kind":"lk","name":"x","scopes":["links:read"],"metadata":{"k${text}":"a"}}`);
    expect(named.issues).toHaveLength(1);
    expect(named.issues?.[0]).toEndWith(' invalid_string');
  });

  test('a whole pair, and the mark of a cut one, are good texts', async () => {
    expect((await post('{"kind":"lk","name":"\\ud83d\\ude00 \\ufffd","scopes":["links:read"]}')).status).toBe(201);
  });
});

test.each([
  ['{"length":{"toString":1}}', '/external_id/length/toString'],
  ['{"length":[{"toString":1}]}', '/external_id/length/0/toString'],
])('a text that is %s is refused where it cannot be compared', async (text, at) => {
  const answer = await post(`{"url":"https://example.com/","external_id":${text}}`, json, '/links');
  expect(answer).toMatchObject({ status: 400, issues: [`${at} unknown_parameter`] });
});

test('the last of two equal names counts, and the validated value is the stored one', async () => {
  const twice = '{"kind":"lk","name":"First","name":"Second","scopes":["links:read"],"scopes":["keys:write"]}';
  expect((await post(twice)).issues).toEqual(['/scopes/0 invalid_value']);
  const { status, name } = await made('{"kind":"lk","name":"First","name":"Second","scopes":["links:read"]}');
  expect([status, name]).toEqual([201, 'Second']);
});

test('a name of almost a mebibyte is refused in a short answer', async () => {
  const long = 'x'.repeat(LIMITS.jsonBodyBytes - keyText.length - 10);
  const response = await fetch(`${server.url}/api/v1/keys`, {
    method: 'POST',
    headers: { authorization, ...json },
    body: `${keyText.slice(0, -1)},"${long}":1}`,
  });
  const text = await response.text();
  expect([response.status, text.length < 2000]).toEqual([400, true]);
  expect(text).toContain('"code":"unknown_parameter"');
});

test('lengths are counted in characters, not in UTF-16 units', async () => {
  expect((await post(JSON.stringify({ ...KEY, name: '😀'.repeat(80) }))).status).toBe(201);
  expect((await post(JSON.stringify({ ...KEY, name: '😀'.repeat(81) }))).issues).toEqual(['/name too_long']);
});

describe('the type of a body', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('may be %s', async (type) => expect((await post(keyText, { 'content-type': type })).status).toBe(201));

  test.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/problem+json',
    'application/jsonx',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json, text/plain',
    '*/*',
    '',
  ])('may not be %j: 415', async (type) =>
    expect(await post(keyText, { 'content-type': type })).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    }),
  );

  test('must be said', async () => {
    const lines = [
      'POST /api/v1/keys HTTP/1.1',
      `Authorization: ${authorization}`,
      `Content-Length: ${keyText.length}`,
    ];
    expect(await raw(lines, keyText)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });
});

describe('Accept', () => {
  test.each([
    '*/*',
    'application/*',
    'application/json',
    'text/html, application/json;q=0.1',
    'application/problem+json',
    'APPLICATION/JSON ; q=1',
  ])('%s is answered', async (accept) => expect((await post(keyText, { ...json, accept })).status).toBe(201));

  test.each([
    'text/html',
    'application/xml, text/*',
    'application/json;q=0',
    'application/json; q=0.000, text/html',
    'image/png',
  ])('%s is refused with a 406 problem before the body is read', async (accept) =>
    expect(await post('{', { ...json, accept })).toMatchObject({ status: 406, code: 'not_acceptable' }),
  );
});

describe('a body over the limit is 413', () => {
  const large = 'x'.repeat(LIMITS.jsonBodyBytes + 1);

  test('by its declared length, before the key is checked and before the body is sent', async () => {
    const answer = await raw(
      [
        'POST /api/v1/keys HTTP/1.1',
        'Content-Type: application/json',
        `Content-Length: ${LIMITS.jsonBodyBytes + 1}`,
        'Authorization: Bearer none',
      ],
      '{',
    );
    expect(answer).toMatchObject({ status: 413, code: 'payload_too_large' });
  });

  test('by its count, when no length is declared', async () => {
    const stream = () =>
      new ReadableStream({ start: (controller) => (controller.enqueue(Buffer.from(large)), controller.close()) });
    expect(await post(stream())).toMatchObject({ status: 413, code: 'payload_too_large' });
  });

  test('and at the limit is read', async () => {
    const padded = `${keyText}${' '.repeat(LIMITS.jsonBodyBytes - keyText.length)}`;
    expect((await post(padded)).status).toBe(201);
    expect((await post(`${padded} `)).status).toBe(413);
  });
});
