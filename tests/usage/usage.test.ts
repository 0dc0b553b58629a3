import { afterAll, afterEach, expect, setSystemTime, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { usageMinutes } from '../../server/usage/schema';
import { newId } from '../../shared/ids';
import { database, startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';
import { uploadText } from '../whatsapp/media-fixtures';
import { answered, recorderAt } from './records';

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

afterEach(() => void setSystemTime());

test('requests are counted by key, operation and class of status', async () => {
  const { workspaceId, keyId, call } = await caller();
  const other = await seedKey(workspaceId);
  // In the middle of one minute, whenever the test runs.
  setSystemTime(Math.floor(Date.now() / MINUTE) * MINUTE + MINUTE / 2);
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

test('requests are counted by surface, as the operations name theirs', async () => {
  const operations = (await (await fetch(`${server.url}/user/api/operations.json`)).json()) as Record<
    string,
    { surface: string }
  >;
  const { workspaceId, keyId, call } = await caller();
  const each = recorderAt({ ms: Date.now() });
  for (const operationId of Object.keys(operations)) each.record(answered({ workspaceId, keyId, operationId }));
  each.record(answered({ workspaceId, keyId, operationId: 'links_list', status: 429 }));
  await each.stop();

  const bySurface = await call('GET', '/usage?group_by=surface&granularity=day');
  const expected = Map.groupBy(Object.values(operations), ({ surface }) => surface);
  expect(
    Object.fromEntries(
      bySurface.body.data.map((point: Record<string, unknown>) => [point['surface'], point['requests']]),
    ),
  ).toEqual(Object.fromEntries([...expected].map(([name, own]) => [name, own.length + (name === 'links' ? 1 : 0)])));
  expect(bySurface.body.data.find((point: { surface: string }) => point.surface === 'links')).toMatchObject({
    errors_4xx: 1,
    rate_limited: 1,
    operation_id: null,
  });

  const both = await call('GET', '/usage?group_by=surface,operation&granularity=day');
  expect(both.status).toBe(200);
  for (const point of both.body.data) expect(point.surface).toBe(operations[point.operation_id]?.surface);
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
      surface: null,
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

test('a total has one point a group, over any time', async () => {
  const { workspaceId, keyId, call } = await caller();
  expect((await call('GET', '/usage?granularity=total')).body.data).toEqual([]);
  const clock = { ms: Date.now() };
  for (const ago of [0, 3, 40, 100]) {
    const each = recorderAt({ ms: clock.ms - ago * 24 * HOUR });
    each.record(answered({ workspaceId, keyId, operationId: 'me_get' }));
    each.record(answered({ workspaceId, keyId, operationId: `links_${ago > 30 ? 'get' : 'list'}`, status: 404 }));
    await each.stop();
  }
  const of = async (query: string) => {
    const { status, body } = await call('GET', `/usage?granularity=total${query}`);
    expect(status).toBe(200);
    return body.data.map((point: Record<string, unknown>) => [point['operation_id'], point['requests']]);
  };
  expect(await of('')).toEqual([[null, 4]]);
  expect(await of('&group_by=operation')).toEqual([
    ['links_list', 2],
    ['me_get', 2],
  ]);
  const years = new Date(clock.ms - 700 * 24 * HOUR).toISOString();
  expect(await of(`&group_by=operation&from=${years}`)).toEqual([
    ['links_get', 2],
    ['links_list', 2],
    ['me_get', 4],
  ]);
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

test('quotas report usage and limit', async () => {
  const { call } = await caller();
  const read = async () => {
    const { status, body } = await call('GET', '/usage/quotas');
    expect(status).toBe(200);
    return Object.fromEntries(
      body.data.map(({ name, used, limit }: { name: string; used: number; limit: number }) => [name, [used, limit]]),
    );
  };
  const { linksPerWorkspace, webhooksPerWorkspace, whatsappMediaMax, whatsappBacklogMax } = server.services.config;
  const fresh = {
    api_keys: [1, 100],
    webhooks: [0, webhooksPerWorkspace],
    links: [0, linksPerWorkspace],
    link_domains: [0, 50],
    link_tags: [0, 5000],
    whatsapp_instances: [0, 100],
    whatsapp_media_bytes: [0, whatsappMediaMax],
    whatsapp_backlog_bytes: [0, whatsappBacklogMax],
    inbound_endpoints: [0, 100],
    automation_rules: [0, 100],
  };
  expect(await read()).toEqual(fresh);

  const { body: webhook } = await call('POST', '/webhooks', { url: 'switchboard://inbox', events: ['*'] });
  await call('POST', '/links', { url: 'https://example.com/', tags: ['one', 'two'] });
  const { body: instance } = await call('POST', '/whatsapp/instances', { name: 'Phone', driver: 'sandbox' });
  await uploadText(call, instance.id);
  expect(await read()).toEqual({
    ...fresh,
    webhooks: [1, webhooksPerWorkspace],
    links: [1, linksPerWorkspace],
    link_tags: [2, 5000],
    whatsapp_instances: [1, 100],
    whatsapp_media_bytes: ['A file.'.length, whatsappMediaMax],
  });

  await call('DELETE', `/webhooks/${webhook.id}`);
  expect(await read()).toMatchObject({ webhooks: [0, webhooksPerWorkspace] });
});

test('a key without the scope is refused', async () => {
  const { call, keyId } = await caller({ scopes: ['models:read'] });
  for (const path of ['/usage', '/usage/quotas', `/keys/${keyId}/usage`]) {
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
