import { afterAll, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { watchLateness } from '../support/lateness';
import { seedKey, seedWorkspace } from '../support/seed';
import { openStream } from '../support/stream';

const server = await startServer();
afterAll(() => server.stop());

async function scene(scopes = ['events:read', 'keys:read', 'keys:write', 'models:read'] as never[]) {
  const workspaceId = await seedWorkspace();
  const { secret, id } = await seedKey(workspaceId, { scopes });
  const call = restClient(server.url, secret);
  const makeKey = async (): Promise<string> => {
    const answer = await call('POST', '/keys', { kind: 'ak', name: 'Made', scopes: ['models:read'] });
    expect(answer.status).toBe(201);
    return answer.body.id as string;
  };
  return { workspaceId, secret, keyId: id, call, makeKey };
}

test('events come as they happen, numbered, in the bytes that are stored', async () => {
  const { secret, makeKey, call } = await scene();
  await makeKey();
  await using stream = await openStream(server.url, secret);
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.response.headers.get('x-request-id')).toMatch(/^req_/);

  const made = await makeKey();
  const frame = await stream.next();
  expect(frame.id).toBe('2');
  expect(JSON.parse(frame.data)).toMatchObject({ type: 'api_key.created', sequence: 2, data: { id: made } });
  const { body } = await call('GET', '/events?limit=1');
  expect(frame.data).toBe(JSON.stringify(body.data[0]));
});

test('a reader that comes back with the last number misses nothing and gets nothing twice', async () => {
  const { secret, makeKey } = await scene();
  for (let made = 0; made < 5; made += 1) await makeKey();
  await using stream = await openStream(server.url, secret, { 'Last-Event-ID': '2' });
  const more = Promise.all([makeKey(), makeKey(), makeKey()]);
  const ids: string[] = [];
  while (ids.length < 6) ids.push((await stream.next()).id);
  await more;
  expect(ids).toEqual(['3', '4', '5', '6', '7', '8']);
});

test('a start by parameter, and types by glob', async () => {
  const { secret, makeKey, call } = await scene();
  const made = await makeKey();
  await call('POST', `/keys/${made}/revoke`);
  await using stream = await openStream(server.url, secret, {}, 'after_sequence=0&type=api_key.revoked');
  expect(JSON.parse((await stream.next()).data)).toMatchObject({ type: 'api_key.revoked', sequence: 2 });
});

test('a key receives only the types that it may read, and nothing of another workspace', async () => {
  const one = await scene();
  const other = await scene();
  const { secret } = await seedKey(one.workspaceId, { scopes: ['events:read', 'workspace:read', 'models:read'] });
  await using stream = await openStream(server.url, secret, {}, 'after_sequence=0');
  await one.makeKey();
  await other.makeKey();
  await using full = await openStream(server.url, one.secret, {}, 'after_sequence=0');
  expect((await full.next()).id).toBe('1');
  expect(stream.frames()).toEqual([]);
});

test('it is refused without a key, without the scope, and for input that does not fit', async () => {
  const { secret } = await scene();
  const { secret: poor } = await seedKey(await seedWorkspace(), { scopes: ['models:read'] });
  const status = async (key: string | null, query = '', headers = {}) => {
    const response = await fetch(`${server.url}/api/v1/events/stream${query}`, {
      headers: { ...(key === null ? {} : { Authorization: `Bearer ${key}` }), ...headers },
    });
    const body = (await response.json()) as { code: string };
    return [response.status, body.code];
  };
  expect(await status(null)).toEqual([401, 'missing_api_key']);
  expect(await status(poor)).toEqual([403, 'insufficient_scope']);
  expect(await status(secret, '?after_sequence=x')).toEqual([400, 'validation_failed']);
  expect(await status(secret, '?nonsense=1')).toEqual([400, 'unknown_parameter']);
  expect(await status(secret, '', { 'Last-Event-ID': 'soon' })).toEqual([400, 'validation_failed']);
});

test('it ends within a second of the key’s end', async () => {
  const { workspaceId, call } = await scene();
  const { secret, id } = await seedKey(workspaceId, { scopes: ['events:read', 'keys:read'] });
  await using stream = await openStream(server.url, secret);
  using lateness = watchLateness();
  const began = performance.now();
  expect((await call('POST', `/keys/${id}/revoke`)).status).toBe(200);
  await stream.ended;
  expect(performance.now() - began).toBeLessThan(1500 + lateness.late());
});

test('a key has at most five streams, and a closed one frees its slot', async () => {
  const { secret } = await scene();
  const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(server.url, secret)));
  const refused = await fetch(`${server.url}/api/v1/events/stream`, { headers: { Authorization: `Bearer ${secret}` } });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  await streams[0]?.close();
  for (;;) {
    const again = await fetch(`${server.url}/api/v1/events/stream`, { headers: { Authorization: `Bearer ${secret}` } });
    await again.body?.cancel();
    if (again.status === 200) break;
  }
  await Promise.all(streams.map((stream) => stream.close()));
});

test('a HEAD is answered by the head alone, and takes no place', async () => {
  const { secret } = await scene();
  for (let turn = 0; turn < 6; turn += 1) {
    const response = await fetch(`${server.url}/api/v1/events/stream`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${secret}` },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  }
});
