import { afterAll, expect, test } from 'bun:test';

import { EVENT_PORTS } from '../../server/event-ports';
import { createHub } from '../../server/events/hub';
import { type StoredPage, waitForEvents } from '../../server/events/log/wait';
import { createLimits } from '../../server/limits/limits';
import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer();
const neighbour = await startServer();
afterAll(async () => {
  await server.stop();
  await neighbour.stop();
});

const newKey = { kind: 'ak', name: 'Made by a test', scopes: ['models:read'] };

async function caller() {
  const workspaceId = await seedWorkspace();
  const { secret } = await seedKey(workspaceId, { fullAccess: true });
  return { workspaceId, secret, call: restClient(server.url, secret) };
}

const page = (bodies: string[]): StoredPage => ({
  bodies,
  has_more: false,
  next_cursor: null,
  oldest_sequence: 1,
  latest_sequence: bodies.length,
  history_truncated: false,
  warnings: [],
});

/** A wait whose looks the test answers one by one; it never looks again by itself. */
function waiting({ waitMs = 60_000, signal }: { waitMs?: number; signal?: () => AbortSignal } = {}) {
  const hub = createHub(EVENT_PORTS);
  const looks: string[][] = [[]];
  const looked = Promise.withResolvers<void>();
  let count = 0;
  const read = async () => {
    count += 1;
    looked.resolve();
    return page(looks[count - 1] ?? []);
  };
  const rights: { listen?: (change: { kind: 'key'; ref: string }) => void } = {};
  const auth = {
    onChange: (listener: (change: { kind: 'key'; ref: string }) => void) => {
      rights.listen = listener;
      return () => {};
    },
  };
  const actor = { type: 'key', keyId: 'key_1' };
  const ctx = { hub, signal, workspaceId: 'ws_1', holdOpen: undefined, auth, actor, limits: createLimits() };
  return {
    hub,
    looks,
    looked: looked.promise,
    answer: waitForEvents(ctx as never, read, waitMs, 60_000),
    rights,
    count: () => count,
  };
}

test('a wait ends without another row when the key’s rights change', async () => {
  const { hub, looks, looked, answer, rights } = waiting();
  await looked;
  looks.push(['{}']);
  rights.listen?.({ kind: 'key', ref: 'key_1' });
  hub.publish('ws_1', []);
  expect(answer).rejects.toMatchObject({ code: 'unavailable' });
});

test('an event of this process ends the wait at once', async () => {
  const { hub, looks, looked, answer, count } = waiting();
  await looked;
  looks.push(['{}']);
  hub.publish('ws_2', []);
  hub.publish('ws_1', []);
  expect((await answer).bodies).toEqual(['{}']);
  expect(count()).toBe(2);
});

test('an event while the first look runs is not missed', async () => {
  const { hub, looks, answer, count } = waiting();
  looks.push(['{}']);
  hub.publish('ws_1', []);
  expect((await answer).bodies).toEqual(['{}']);
  expect(count()).toBe(2);
});

test('an event that the caller does not read lets it wait on', async () => {
  const { hub, looks, looked, answer, count } = waiting();
  await looked;
  looks.push([], ['{}']);
  hub.publish('ws_1', []);
  while (count() < 2) await Promise.resolve();
  hub.publish('ws_1', []);
  expect((await answer).bodies).toEqual(['{}']);
});

test('the wait ends when the client goes, when the process stops and when its time is over', async () => {
  const client = new AbortController();
  const left = waiting({ signal: () => client.signal });
  await left.looked;
  client.abort();
  expect((await left.answer).bodies).toEqual([]);

  const stopped = waiting();
  await stopped.looked;
  stopped.hub.close();
  expect((await stopped.answer).bodies).toEqual([]);

  expect((await waiting({ waitMs: 5 }).answer).bodies).toEqual([]);
});

test('listeners of a workspace receive an event after its commit, in its stored bytes', async () => {
  const { workspaceId, call } = await caller();
  const other = await caller();
  const received: [string, string][] = [];
  const leave = [workspaceId, other.workspaceId].map((id) =>
    server.services.hub.subscribe(id, (frames) =>
      received.push(...frames.map(({ body }): [string, string] => [id, body])),
    ),
  );
  await call('POST', '/keys', newKey);
  await call('POST', '/keys', { ...newKey, expires_at: '2020-01-01T00:00:00Z' });
  for (const end of leave) end();
  await call('POST', '/keys', newKey);

  const { body } = await call('GET', '/events?sort=created_at&limit=1');
  expect(received).toEqual([[workspaceId, JSON.stringify(body.data[0])]]);
});

test('a long poll answers with the event that comes', async () => {
  const { call } = await caller();
  const waited = call('GET', '/events?after_sequence=0&wait_seconds=20');
  await call('POST', '/keys', newKey);
  const { status, body } = await waited;
  expect(status).toBe(200);
  expect(body).toMatchObject({ data: [{ type: 'api_key.created', sequence: 1 }], latest_sequence: 1 });
});

test('an event of another process ends the wait too', async () => {
  const { secret, call } = await caller();
  const waited = call('GET', '/events?after_sequence=0&wait_seconds=20');
  // A request that is answered after it has begun to wait.
  await call('GET', '/me');
  await restClient(neighbour.url, secret)('POST', '/keys', newKey);
  expect((await waited).body).toMatchObject({ data: [{ sequence: 1 }] });
});

test('a process that stops answers those who wait', async () => {
  const stopping = await startServer();
  const { secret } = await caller();
  const waited = restClient(stopping.url, secret)('GET', '/events?after_sequence=0&wait_seconds=20');
  await restClient(stopping.url, secret)('GET', '/me');
  stopping.services.hub.close();
  expect(await waited).toMatchObject({ status: 200, body: { data: [], latest_sequence: 0 } });
  await stopping.stop();
});

test('a wait needs a number to begin after', async () => {
  const { call } = await caller();
  expect(await call('GET', '/events?wait_seconds=5')).toMatchObject({ status: 422, body: { code: 'unprocessable' } });
});

test('fifty requests of a workspace wait at once, further ones that find nothing are refused', async () => {
  const { call } = await caller();
  const path = '/events?after_sequence=0&wait_seconds=25';
  const refused: Awaited<ReturnType<typeof call>>[] = [];
  const waits = Array.from({ length: 52 }, async () => {
    const answer = await call('GET', path);
    if (answer.status !== 200) refused.push(answer);
    return answer;
  });
  await until(() => refused.length === 2);
  for (const { status, headers, body } of refused) {
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'rate_limited', '1']);
    expect(body.detail).toContain('At most 50 requests of this workspace can wait at once');
  }

  expect((await call('POST', '/keys', newKey)).status).toBe(201);
  const found = (await Promise.all(waits)).filter(({ status }) => status === 200);
  expect(found.map(({ body }) => body.data.length)).toEqual(Array(50).fill(1));
  // Their places are free again.
  const after = call('GET', '/events?after_sequence=1&wait_seconds=25');
  expect((await call('POST', '/keys', newKey)).status).toBe(201);
  expect((await after).body.data).toHaveLength(1);
});
