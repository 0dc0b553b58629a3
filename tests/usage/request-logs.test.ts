import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { newKeySecret } from '../../server/secrets/tokens';
import { requestLogs } from '../../server/usage/schema';
import { newId } from '../../shared/ids';
import { database, startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';
import { answered, recorderAt } from './records';

const server = await startServer();
afterAll(() => server.stop());

const { recorder } = server.services;

interface Item {
  id: string;
  operation_id: string;
}

async function caller(options: Parameters<typeof seedKey>[1] = {}) {
  const workspaceId = await seedWorkspace();
  const { id: keyId, secret } = await seedKey(workspaceId, { fullAccess: true, ...options });
  const call = restClient(server.url, secret);
  return {
    workspaceId,
    keyId,
    secret,
    call,
    /** Ids of the operations that the list names, without the list’s own calls. */
    operations: async (query = ''): Promise<string[]> => {
      await recorder.flush();
      const { body } = await call('GET', `/request-logs?limit=100&${query}`);
      return body.data.map((item: Item) => item.operation_id).filter((name: string) => name !== 'request_logs_list');
    },
  };
}

const newKey = { kind: 'ak', name: 'Made by a test', scopes: ['models:read'] };

test('a request is listed with what it was and how it ended', async () => {
  const { call, keyId } = await caller();
  const made = await call('POST', '/keys', newKey, { 'user-agent': 'test/1', 'x-request-id': 'mine-7' });
  expect(made.status).toBe(201);
  await recorder.flush();

  const { body } = await call('GET', '/request-logs?operation_id=keys_create');
  expect(body).toMatchObject({ has_more: false, next_cursor: null });
  expect(body.data).toEqual([
    {
      id: made.headers.get('x-request-id'),
      method: 'POST',
      path: '/api/v1/keys',
      operation_id: 'keys_create',
      surface: 'getting-started',
      status: 201,
      code: null,
      duration_ms: expect.any(Number),
      key_id: keyId,
      object_id: made.body.id,
      ip: '127.0.0.1',
      user_agent: 'test/1',
      client_request_id: 'mine-7',
      idempotent_replayed: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
    },
  ]);
});

test('bodies of writes and errors are kept, and no secret in them', async () => {
  const { call, secret, workspaceId } = await caller();
  const former = newKeySecret('ak');
  const made = await call('POST', '/keys', { ...newKey, description: `It replaces ${former}.` });
  const read = await call('GET', '/me');
  const failed = await call('GET', `/keys/${newId('key')}`);
  await call('GET', `/keys/${secret}`, undefined, { 'user-agent': `agent ${secret}`, 'x-request-id': secret });
  await recorder.flush();

  const detail = async (answer: { headers: Headers }) =>
    (await call('GET', `/request-logs/${answer.headers.get('x-request-id')}`)).body;
  expect(JSON.parse((await detail(made))['request_body'])).toMatchObject({
    name: newKey.name,
    description: 'It replaces sb_ak_[redacted].',
  });
  expect(JSON.parse((await detail(made))['response_body'])).toMatchObject({
    id: made.body.id,
    secret: 'sb_ak_[redacted]',
  });
  expect(await detail(read)).toMatchObject({ request_body: null, response_body: null });
  expect(JSON.parse((await detail(failed))['response_body'])).toMatchObject({ code: 'not_found' });

  const rows = await queries(database).select().from(requestLogs).where(eq(requestLogs.workspaceId, workspaceId));
  expect(rows.length).toBeGreaterThanOrEqual(4);
  for (const one of [secret, former, made.body.secret]) expect(JSON.stringify(rows)).not.toContain(one);
  expect(rows.some((row) => row.path === '/api/v1/keys/sb_ak_[redacted]')).toBe(true);
});

test('query values are not kept', async () => {
  const { call, workspaceId } = await caller();
  await call('GET', '/keys?q=confidential');
  await call('GET', '/keys?form=confidential');
  await recorder.flush();
  const rows = await queries(database).select().from(requestLogs).where(eq(requestLogs.workspaceId, workspaceId));
  expect(rows.map((row) => row.path)).toEqual(['/api/v1/keys', '/api/v1/keys']);
});

test('a repeated request with its Idempotency-Key is marked', async () => {
  const { call } = await caller();
  const headers = { 'idempotency-key': newId('test') };
  await call('POST', '/keys', newKey, headers);
  await call('POST', '/keys', newKey, headers);
  await recorder.flush();
  const { body } = await call('GET', '/request-logs?method=POST');
  expect(body.data.map((item: Record<string, unknown>) => item['idempotent_replayed'])).toEqual([true, false]);
});

test('every filter narrows the list', async () => {
  const { call, keyId, workspaceId, operations } = await caller();
  const other = await seedKey(workspaceId);
  const me = await call('GET', '/me');
  await call('POST', '/keys', newKey);
  await call('GET', `/keys/${newId('key')}`);
  await call('GET', '/event-types');
  await restClient(server.url, other.secret)('GET', '/usage');

  expect(await operations()).toEqual(['usage_get', 'events_types_list', 'keys_get', 'keys_create', 'me_get']);
  expect(await operations('status_class=4xx')).toEqual(['keys_get']);
  expect(await operations('status_class=4xx,5xx&method=POST')).toEqual([]);
  expect(await operations('code=not_found')).toEqual(['keys_get']);
  expect(await operations('method=POST,PATCH')).toEqual(['keys_create']);
  expect(await operations('operation_id=me_get')).toEqual(['me_get']);
  expect(await operations('surface=links')).toEqual(['events_types_list']);
  expect(await operations(`key_id=${other.id}`)).toEqual(['usage_get']);
  expect(await operations(`key_id=${keyId}&q=/ME`)).toEqual(['me_get']);
  expect(await operations('q=event_types')).toEqual([]);
  expect(await operations('q=%25')).toEqual([]);
  expect(await operations(`q=${me.headers.get('x-request-id')}`)).toEqual(['me_get']);
  expect(await operations(`created_after=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
  expect(await operations(`created_before=${new Date(Date.now() - 60_000).toISOString()}`)).toEqual([]);
});

test('pages follow each other, and a cursor fits only its own filters', async () => {
  const { call } = await caller();
  for (let times = 0; times < 3; times += 1) await call('GET', '/me');
  await recorder.flush();
  const first = await call('GET', '/request-logs?operation_id=me_get&limit=2');
  const second = await call('GET', `/request-logs?operation_id=me_get&limit=2&cursor=${first.body.next_cursor}`);
  expect(first.headers.get('link')).toContain('rel="next"');
  expect([...first.body.data, ...second.body.data].map((item: Item) => item.operation_id)).toEqual(
    Array.from({ length: 3 }, () => 'me_get'),
  );
  expect(second.body.has_more).toBe(false);
  expect(await call('GET', `/request-logs?limit=2&cursor=${first.body.next_cursor}`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_cursor' },
  });
});

test('of good reads a hundred a second are kept; of writes and errors all', async () => {
  const { workspaceId, keyId } = await caller();
  const clock = { ms: Date.now() };
  const each = recorderAt(clock);
  const record = (method: string, status: number) => each.record(answered({ workspaceId, keyId, method, status }));
  for (let times = 0; times < 250; times += 1) record('GET', 200);
  for (let times = 0; times < 130; times += 1) {
    record('POST', 200);
    record('GET', 404);
  }
  clock.ms += 1000;
  for (let times = 0; times < 30; times += 1) record('GET', 200);
  await each.stop();

  const rows = await queries(database).select().from(requestLogs).where(eq(requestLogs.workspaceId, workspaceId));
  const kept = (method: string, status: number) =>
    rows.filter((row) => row.method === method && row.status === status).length;
  expect([kept('POST', 200), kept('GET', 404), kept('GET', 200)]).toEqual([130, 130, 130]);
});

test('another workspace sees nothing of it', async () => {
  const ours = await caller();
  const theirs = await caller();
  const { headers } = await ours.call('GET', '/me');
  const id = headers.get('x-request-id');
  await recorder.flush();
  expect((await ours.call('GET', `/request-logs/${id}`)).status).toBe(200);
  expect(await theirs.operations()).toEqual([]);
  expect(await theirs.operations(`q=${id}`)).toEqual([]);

  const foreign = await theirs.call('GET', `/request-logs/${id}`);
  const unknown = await theirs.call('GET', `/request-logs/${newId('req')}`);
  expect(foreign.status).toBe(404);
  expect({ ...foreign.body, request_id: '', instance: '' }).toEqual({ ...unknown.body, request_id: '', instance: '' });
});

test('a key without the scope is refused, and input that does not fit', async () => {
  const { call } = await caller({ fullAccess: false, scopes: ['models:read'] });
  for (const path of ['/request-logs', `/request-logs/${newId('req')}`]) {
    expect(await call('GET', path)).toMatchObject({ status: 403, body: { required_scopes: ['usage:read'] } });
  }
  const allowed = await caller();
  for (const query of ['status_class=4', 'method=get', 'code=teapot', 'surface=x', 'key_id=1', 'q=', 'limit=101']) {
    expect((await allowed.call('GET', `/request-logs?${query}`)).status).toBe(400);
  }
  expect((await allowed.call('GET', '/request-logs/nonsense')).status).toBe(404);
});

test('a key with full access to some objects alone reads the bodies of its own requests, and no others', async () => {
  const { call, workspaceId } = await caller();
  const resources = { link_domains: [newId('dom')] };
  const narrowed = restClient(server.url, (await seedKey(workspaceId, { fullAccess: true, resources })).secret);
  const [made, own] = [await call('POST', '/keys', newKey), await narrowed('GET', `/keys/${newId('key')}`)];
  await recorder.flush();
  const read = async (reader: typeof call, { headers }: { headers: Headers }) =>
    (await reader('GET', `/request-logs/${headers.get('x-request-id')}`)).body;
  expect((await read(call, made)).response_body).toContain(made.body.id);
  expect(await read(narrowed, made)).toMatchObject({ status: 201, request_body: null, response_body: null });
  expect((await read(narrowed, own)).response_body).toContain(own.body.code);
});

test('a request whose body is no text for a database stands in the log like any other', async () => {
  const { call, operations } = await caller();
  expect((await call('POST', '/keys', '{"name":"a\0b"}')).body.code).toBe('malformed_json');
  expect((await call('POST', '/keys', '\0\0\0')).body.code).toBe('malformed_json');
  expect(await operations('status_class=4xx')).toEqual(['keys_create', 'keys_create']);
});
