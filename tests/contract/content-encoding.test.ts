import { afterAll, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());

const { secret } = await seedKey(await seedWorkspace(), { fullAccess: true });
const keyText = JSON.stringify({ kind: 'lk', name: 'Key', scopes: ['links:read'] });
const csv = 'url\nhttps://example.com/\n';

const send = (path: string, type: string, body: BodyInit, encoding: string) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': type, 'content-encoding': encoding },
    body,
  });

test.each([
  ['JSON', '/api/v1/keys', 'application/json', keyText],
  ['a file', '/api/v1/link-imports', 'text/csv', csv],
  ['JSON of the gateway', '/api/v1/chat/completions', 'application/json', '{"model":"a","messages":[]}'],
  ['the typed RPC', '/trpc/keys.create', 'application/json', keyText],
])('a compressed body is 415 and says what to send: %s', async (_name, path, type, text) => {
  const answer = await send(path, type, Bun.gzipSync(text), 'gzip');
  const body = await answer.json();
  const { code, detail } = path.startsWith('/trpc') ? body.error.data.problem : body;
  expect([answer.status, code, answer.headers.get('accept-encoding')]).toEqual([
    415,
    'unsupported_media_type',
    'identity',
  ]);
  expect(detail).toBe(
    '`Content-Encoding: gzip` is not supported. Send the body uncompressed, without this header or with `identity`.',
  );
});

test.each([
  ['br', 'br'],
  ['GZIP', 'GZIP'],
  ['two', 'gzip, identity'],
  ['a long one', 'x'.repeat(1000)],
])('so is every other encoding: %s', async (_name, encoding) => {
  const answer = await send('/api/v1/keys', 'application/json', keyText, encoding);
  const { code, detail } = await answer.json();
  expect([answer.status, code, detail.length < 200]).toEqual([415, 'unsupported_media_type', true]);
});

test.each(['identity', 'Identity', ''])('the encoding %j is accepted', async (encoding) => {
  expect((await send('/api/v1/keys', 'application/json', keyText, encoding)).status).toBe(201);
  expect((await send('/api/v1/link-imports', 'text/csv', csv, encoding)).status).toBe(202);
});

test('a request without a body may name any encoding', async () => {
  const headers = { authorization: `Bearer ${secret}`, 'content-encoding': 'gzip' };
  expect((await fetch(`${server.url}/api/v1/keys`, { headers })).status).toBe(200);
});
