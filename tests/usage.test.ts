import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../server/db/database';
import { apiKeys, apiKeySecrets, sessions, usageMinutes } from '../server/db/schema';
import { newId } from '../shared/ids';
import { database, startServer } from './support/app';
import { restClient, rpcClient } from './support/client';
import { answered, recorderAt } from './support/records';
import { seedKey, seedMember, seedUser, seedWorkspace } from './support/seed';

const server = await startServer();
afterAll(() => server.stop());

const { recorder } = server.services;
const db = queries(database);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function caller(options: Parameters<typeof seedKey>[1] = {}) {
  const workspaceId = await seedWorkspace();
  const { id, secret } = await seedKey(workspaceId, options);
  return { workspaceId, keyId: id, call: restClient(server.url, secret) };
}

test('requests are counted by key, operation and class of status', async () => {
  const { workspaceId, keyId, call } = await caller();
  const other = await seedKey(workspaceId);
  await call('GET', '/me');
  await call('GET', '/me');
  await call('GET', `/keys/${newId('key')}`);
  await restClient(server.url, other.secret)('GET', '/me');
  await recorder.flush();

  const { status, body } = await call('GET', '/usage?group_by=key,operation,status&granularity=minute');
  expect(status).toBe(200);
  const points = body.data.map((point: Record<string, unknown>) => [
    point['key_id'],
    point['operation_id'],
    point['status_class'],
    point['requests'],
    point['errors_4xx'],
  ]);
  expect(points).toContainEqual([keyId, 'me_get', '2xx', 2, 0]);
  expect(points).toContainEqual([keyId, 'keys_get', '4xx', 1, 1]);
  expect(points).toContainEqual([other.id, 'me_get', '2xx', 1, 0]);
  expect(points).toHaveLength(3);
});

test('minutes, hours and days agree, and later requests add to them', async () => {
  const { call, keyId } = await caller();
  const count = async (path: string, granularity: string) => {
    const { body } = await call('GET', `${path}?granularity=${granularity}&group_by=operation`);
    const points: { operation_id: string; requests: number }[] = body.data;
    return points.filter((point) => point.operation_id === 'me_get').reduce((sum, { requests }) => sum + requests, 0);
  };
  for (const expected of [1, 2]) {
    await call('GET', '/me');
    await recorder.flush();
    for (const granularity of ['minute', 'hour', 'day']) {
      expect(await count('/usage', granularity)).toBe(expected);
      expect(await count(`/keys/${keyId}/usage`, granularity)).toBe(expected);
    }
  }
});

test('processes that count at the same time lose nothing', async () => {
  const { workspaceId, keyId, call } = await caller();
  const clock = { ms: Date.now() };
  const recorders = Array.from({ length: 4 }, () => recorderAt(clock));
  for (const each of recorders) {
    each.record(answered({ workspaceId, keyId, status: 200, durationMs: 1.4 }));
    each.record(answered({ workspaceId, keyId, status: 429, durationMs: 0.4 }));
    each.record(answered({ workspaceId, keyId, status: 503, durationMs: 7.2 }));
  }
  await Promise.all(recorders.map((each) => each.stop()));

  const { body } = await call('GET', '/usage');
  expect(body.data).toEqual([
    {
      starts_at: new Date(Math.floor(clock.ms / HOUR) * HOUR).toISOString(),
      key_id: null,
      operation_id: null,
      status_class: null,
      requests: 12,
      errors_4xx: 4,
      errors_5xx: 4,
      rate_limited: 4,
      duration_ms_sum: 4 * (1 + 0 + 7),
      duration_ms_max: 7,
    },
  ]);
});

test('a request is counted in the minute in which it was answered', async () => {
  const { workspaceId, keyId } = await caller();
  const minute = Math.floor(Date.now() / MINUTE) * MINUTE;
  const clock = { ms: minute - 100 };
  const each = recorderAt(clock);
  each.record(answered({ workspaceId, keyId }));
  clock.ms += 200;
  each.record(answered({ workspaceId, keyId }));
  each.record(answered({ workspaceId, keyId }));
  await each.stop();
  const rows = await db.select().from(usageMinutes).where(eq(usageMinutes.workspaceId, workspaceId));
  expect(
    rows.map((row) => [row.bucket.getTime() - minute, row.requests]).toSorted(([a = 0], [b = 0]) => a - b),
  ).toEqual([
    [-MINUTE, 1],
    [0, 2],
  ]);
});

test('an answer has at most 1,000 points', async () => {
  const { call } = await caller();
  const ask = (query: string) => call('GET', `/usage?${query}`);
  expect(await ask('granularity=minute&from=2026-03-01T00:00:00Z&to=2026-03-01T16:40:00Z')).toMatchObject({
    status: 200,
  });
  expect(await ask('granularity=minute&from=2026-03-01T00:00:00Z&to=2026-03-01T16:41:00Z')).toMatchObject({
    status: 422,
    body: { code: 'unprocessable' },
  });
  expect(await ask('from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z')).toMatchObject({ status: 422 });
});

test('groups count as points too', async () => {
  const { workspaceId, keyId, call } = await caller();
  const bucket = new Date(Math.floor(Date.now() / MINUTE - 2) * MINUTE);
  const rows = Array.from({ length: 1001 }, (_, index) => ({
    workspaceId,
    bucket,
    keyId,
    operationId: `operation_${index}`,
    statusClass: 2,
    requests: 1,
    rateLimited: 0,
    durationMsSum: 1,
    durationMsMax: 1,
  }));
  await db.insert(usageMinutes).values(rows);
  const range = `granularity=minute&from=${bucket.toISOString()}&to=${new Date(bucket.getTime() + 1).toISOString()}`;
  expect(await call('GET', `/usage?${range}&group_by=operation`)).toMatchObject({ status: 422 });
  const { body } = await call('GET', `/usage?${range}`);
  expect(body.data).toMatchObject([{ requests: 1001 }]);
});

test('another workspace sees nothing of it', async () => {
  const ours = await caller();
  const theirs = await caller();
  await ours.call('GET', '/me');
  await recorder.flush();
  expect((await theirs.call('GET', '/usage')).body.data).toEqual([]);
  expect((await theirs.call('GET', `/usage?key_id=${ours.keyId}`)).body.data).toEqual([]);

  const foreign = await theirs.call('GET', `/keys/${ours.keyId}/usage`);
  const unknown = await theirs.call('GET', `/keys/${newId('key')}/usage`);
  expect(foreign.status).toBe(404);
  expect({ ...foreign.body, request_id: '', instance: '' }).toEqual({ ...unknown.body, request_id: '', instance: '' });
});

test('a key without the scope is refused', async () => {
  const { call, keyId } = await caller({ scopes: ['models:read'] });
  for (const path of ['/usage', `/keys/${keyId}/usage`]) {
    expect(await call('GET', path)).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope', required_scopes: ['usage:read'] },
    });
  }
});

test('input that does not fit is refused', async () => {
  const { call } = await caller();
  for (const query of ['granularity=week', 'group_by=ip', 'from=yesterday', 'key_id=x', 'form=2026-03-01T00:00:00Z']) {
    expect((await call('GET', `/usage?${query}`)).status).toBe(400);
  }
});

test('the last use of a key stands at the key and at the secret that was used', async () => {
  const { keyId, call } = await caller();
  const before = new Date();
  await call('GET', '/me', undefined, { 'user-agent': 'first' });
  await call('GET', '/me', undefined, { 'user-agent': 'second' });
  await recorder.flush();

  const [key] = await db.select().from(apiKeys).where(eq(apiKeys.id, keyId));
  const [secret] = await db.select().from(apiKeySecrets).where(eq(apiKeySecrets.keyId, keyId));
  expect(key).toMatchObject({ lastUsedIp: '127.0.0.1', lastUsedUserAgent: 'second', version: 1 });
  expect(secret).toMatchObject({ lastUsedIp: '127.0.0.1' });
  expect(key?.lastUsedAt?.getTime()).toBeGreaterThanOrEqual(before.getTime() - 5);
  expect(key?.lastUsedAt?.getTime()).toBeLessThanOrEqual(Date.now() + 5);
});

test('an earlier use that is written later changes nothing', async () => {
  const { keyId, call } = await caller();
  const later = new Date(Date.now() + MINUTE);
  await db.update(apiKeys).set({ lastUsedAt: later, lastUsedIp: '203.0.113.9' }).where(eq(apiKeys.id, keyId));
  await call('GET', '/me');
  await recorder.flush();
  const [key] = await db.select().from(apiKeys).where(eq(apiKeys.id, keyId));
  expect(key).toMatchObject({ lastUsedAt: later, lastUsedIp: '203.0.113.9' });
});

test('a session is seen again at most every five minutes', async () => {
  const workspaceId = await seedWorkspace();
  const { id, sessionId, cookieFor } = await seedUser();
  await seedMember(workspaceId, id, 'viewer');
  const client = rpcClient(server.url, { cookie: cookieFor(server.services.config.baseUrl), workspaceId });
  const read = async () => (await db.select().from(sessions).where(eq(sessions.id, sessionId)))[0];
  const made = await read();

  await client.usage.get.query({});
  await recorder.flush();
  expect(await read()).toEqual(made);

  const seen = new Date(Date.now() - 6 * MINUTE);
  await db.update(sessions).set({ lastSeenAt: seen }).where(eq(sessions.id, sessionId));
  const fresh = await startServer();
  const again = rpcClient(fresh.url, { cookie: cookieFor(fresh.services.config.baseUrl), workspaceId });
  await again.usage.get.query({});
  await fresh.stop();
  const after = await read();
  expect(after?.lastSeenAt.getTime()).toBeGreaterThan(seen.getTime());
  expect(after?.idleExpiresAt.getTime()).toBe((after?.lastSeenAt.getTime() ?? 0) + 7 * 24 * 60 * MINUTE);
});
