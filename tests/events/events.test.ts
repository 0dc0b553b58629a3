import { afterAll, expect, test } from 'bun:test';

import { and, eq, lt } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { workspaceCounter } from '../../server/events/schema';
import { events } from '../../server/events/schema';
import { newId } from '../../shared/ids';
import { database, startServer } from '../support/app';
import { restClient, rpcClient } from '../support/client';
import { seedKey, seedMember, seedUser, seedWorkspace } from '../support/seed';

const server = await startServer();
afterAll(() => server.stop());

const db = queries(database);
const newKey = { kind: 'ak', name: 'Made by a test', scopes: ['models:read'] };

interface Envelope {
  id: string;
  type: string;
  sequence: number;
}

async function caller(options: Parameters<typeof seedKey>[1] = {}, url = server.url) {
  const workspaceId = await seedWorkspace();
  const { id: keyId, secret } = await seedKey(workspaceId, { fullAccess: true, ...options });
  const call = restClient(url, secret);
  const list = async (query = '') => (await call('GET', `/events?${query}`)).body;
  return {
    workspaceId,
    keyId,
    secret,
    call,
    list,
    sequences: async (query = ''): Promise<number[]> =>
      (await list(query)).data.map((event: Envelope) => event.sequence),
    types: async (query = ''): Promise<string[]> => (await list(query)).data.map((event: Envelope) => event.type),
  };
}

/** Four events: created, updated, rotated and revoked, with the numbers 1 to 4. */
async function withHistory(options: Parameters<typeof seedKey>[1] = {}) {
  const made = await caller(options);
  const writer = await seedKey(made.workspaceId, { fullAccess: true });
  const write = restClient(server.url, writer.secret);
  const { body } = await write('POST', '/keys', newKey);
  await write('PATCH', `/keys/${body.id}`, { name: 'Renamed' });
  await write('POST', `/keys/${body.id}/rotate`, {});
  await write('POST', `/keys/${body.id}/revoke`);
  return { ...made, write, objectId: body.id };
}

test('a change emits an event with the object after the change', async () => {
  const { call, list, workspaceId } = await caller();
  const made = await call('POST', '/keys', newKey);
  const { data, ...rest } = await list();
  const { secret: _, ...key } = made.body;
  expect(data).toEqual([
    {
      id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
      type: 'api_key.created',
      created_at: expect.stringMatching(/Z$/),
      workspace_id: workspaceId,
      sequence: 1,
      data: key,
    },
  ]);
  expect(rest).toEqual({
    has_more: false,
    next_cursor: null,
    oldest_sequence: 1,
    latest_sequence: 1,
    history_truncated: false,
    warnings: [],
  });
});

test('events are found by the object that their data names', async () => {
  const { objectId, types, list, write, call } = await withHistory();
  const other = await write('POST', '/keys', newKey);
  expect(await types(`object_id=${objectId}&sort=created_at`)).toEqual([
    'api_key.created',
    'api_key.updated',
    'api_key.rotated',
    'api_key.revoked',
  ]);
  expect(await types(`object_id=${other.body.id}`)).toEqual(['api_key.created']);
  expect((await list(`object_id=${newId('key')}`)).data).toEqual([]);
  expect((await call('GET', '/events?object_id=key_%25')).status).toBe(400);
});

test('what is returned are the bytes that are stored', async () => {
  const { workspaceId, secret, list } = await caller();
  // Spaces and the order of members would not survive a parse and a print.
  const id = newId('evt');
  const body = `{"id":"${id}",  "type":"api_key.created","created_at":"2026-11-21T09:30:00.000Z","workspace_id":"${workspaceId}","sequence":1,"data":{"2":1.0,"1":"\\u00e9"}}`;
  await db
    .insert(events)
    .values({ id, workspaceId, sequence: 1, type: 'api_key.created', body, createdAt: new Date() });
  await db.insert(workspaceCounter).values({ workspaceId, lastSequence: 1 });
  const text = async (path: string) =>
    (await fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${secret}` } })).text();
  expect(await text(`/events/${id}`)).toBe(body);
  expect(await text('/events')).toStartWith(`{"data":[${body}],"has_more":false,`);
  expect((await list()).data).toEqual([JSON.parse(body)]);
});

test('events come newest first, or forwards after a number', async () => {
  const { sequences } = await withHistory();
  expect(await sequences()).toEqual([4, 3, 2, 1]);
  expect(await sequences('sort=created_at')).toEqual([1, 2, 3, 4]);
  expect(await sequences('after_sequence=2')).toEqual([3, 4]);
  expect(await sequences('after_sequence=1&sort=-created_at')).toEqual([4, 3, 2]);
  expect(await sequences('after_sequence=4')).toEqual([]);
});

test('pages follow each other in both directions, and a cursor fits only its own filters', async () => {
  const { list, sequences, call } = await withHistory();
  for (const [query, expected] of [
    ['limit=3', [4, 3, 2, 1]],
    ['limit=3&after_sequence=0', [1, 2, 3, 4]],
  ] as const) {
    const first = await list(query);
    expect(first.has_more).toBe(true);
    const rest = await sequences(`${query}&cursor=${first.next_cursor}`);
    expect([...first.data.map((event: Envelope) => event.sequence), ...rest]).toEqual([...expected]);
    for (const other of ['limit=3&type=api_key.created', 'limit=3&after_sequence=1', 'limit=3&sort=created_at']) {
      expect(await call('GET', `/events?${other}&cursor=${first.next_cursor}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_cursor' },
      });
    }
  }
});

test('types are chosen by name or glob, and an unknown one matches nothing', async () => {
  const { types, call } = await withHistory();
  expect(await types('type=api_key.rotated')).toEqual(['api_key.rotated']);
  expect(await types('type=api_key.rotated,api_key.created')).toEqual(['api_key.rotated', 'api_key.created']);
  expect(await types('type=api_key.*')).toHaveLength(4);
  expect(await types('type=*')).toHaveLength(4);
  expect(await types('type=member.*')).toEqual([]);
  expect(await types('type=api_key')).toEqual([]);
  expect(await types('type=api_key.sold')).toEqual([]);
  expect((await call('GET', '/events?type=api*')).status).toBe(400);
});

test('a request leads to what it caused', async () => {
  const { write, objectId, types } = await withHistory();
  const renamed = await write('PATCH', `/keys/${objectId}`, { name: 'Again' });
  const made = await write('POST', '/keys', newKey);
  expect(await types(`request_id=${made.headers.get('x-request-id')}`)).toEqual(['api_key.created']);
  expect(await types(`request_id=${renamed.headers.get('x-request-id')}`)).toEqual([]);
});

test('times narrow the list', async () => {
  const { sequences, workspaceId } = await withHistory();
  const before = and(eq(events.workspaceId, workspaceId), lt(events.sequence, 3));
  await db
    .update(events)
    .set({ createdAt: new Date('2026-11-01T00:00:00Z') })
    .where(before);
  expect(await sequences('created_after=2026-11-01T00:00:00Z')).toEqual([4, 3]);
  expect(await sequences('created_before=2026-11-01T01:00:00%2B01:00')).toEqual([]);
  expect(await sequences('created_before=2026-11-01T02:00:00%2B01:00')).toEqual([2, 1]);
});

test('a key reads only the types whose scope it holds', async () => {
  const { list, call, workspaceId } = await withHistory({
    fullAccess: false,
    scopes: ['events:read', 'workspace:read'],
  });
  expect(await list('after_sequence=0')).toMatchObject({ data: [], latest_sequence: 4, oldest_sequence: 1 });
  expect((await list('type=api_key.created')).data).toEqual([]);

  const [stored] = await db.select().from(events).where(eq(events.workspaceId, workspaceId));
  const hidden = await call('GET', `/events/${stored?.id}`);
  const unknown = await call('GET', `/events/${newId('evt')}`);
  expect(hidden.status).toBe(404);
  expect({ ...hidden.body, request_id: '', instance: '' }).toEqual({ ...unknown.body, request_id: '', instance: '' });
});

test('a member reads the types that the role grants', async () => {
  const { workspaceId } = await withHistory();
  const as = async (role: 'developer' | 'viewer') => {
    const { id, cookieFor } = await seedUser();
    await seedMember(workspaceId, id, role);
    const cookie = cookieFor(server.services.config.baseUrl);
    const page = await rpcClient(server.url, { cookie, workspaceId }).events.list.query({});
    return page.data.map((event) => event.sequence);
  };
  expect(await as('developer')).toEqual([4, 3, 2, 1]);
  expect(await as('viewer')).toEqual([]);
});

test('numbers have no gaps when many write at once', async () => {
  const { call, sequences } = await caller();
  await Promise.all(Array.from({ length: 20 }, () => call('POST', '/keys', newKey)));
  expect(await sequences('after_sequence=0')).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

test('a list says when the start of what was asked is no longer kept', async () => {
  const { list, workspaceId } = await withHistory();
  await db.delete(events).where(and(eq(events.workspaceId, workspaceId), lt(events.sequence, 3)));
  expect(await list('after_sequence=1')).toMatchObject({ oldest_sequence: 3, history_truncated: true });
  expect(await list('after_sequence=2')).toMatchObject({ oldest_sequence: 3, history_truncated: false });
  await db.delete(events).where(eq(events.workspaceId, workspaceId));
  expect(await list('after_sequence=3')).toMatchObject({
    oldest_sequence: 5,
    latest_sequence: 4,
    history_truncated: true,
  });
});

test('another workspace sees nothing of it', async () => {
  const ours = await withHistory();
  const theirs = await caller();
  expect(await theirs.list('after_sequence=0')).toMatchObject({ data: [], latest_sequence: 0, oldest_sequence: 1 });
  const [event] = (await ours.list()).data;
  const foreign = await theirs.call('GET', `/events/${event.id}`);
  const unknown = await theirs.call('GET', `/events/${newId('evt')}`);
  expect(foreign.status).toBe(404);
  expect({ ...foreign.body, request_id: '', instance: '' }).toEqual({ ...unknown.body, request_id: '', instance: '' });
  expect(await ours.call('GET', `/events/${event.id}`)).toMatchObject({ status: 200, body: event });
});

test('a key without the scope is refused, and input that does not fit', async () => {
  const { call } = await caller({ fullAccess: false, scopes: ['keys:read'] });
  for (const path of ['/events', `/events/${newId('evt')}`]) {
    expect(await call('GET', path)).toMatchObject({ status: 403, body: { required_scopes: ['events:read'] } });
  }
  const allowed = await caller();
  for (const query of ['after_sequence=-1', 'wait_seconds=31', 'sort=type', 'type=', 'request_id=1', 'types=x']) {
    expect((await allowed.call('GET', `/events?${query}`)).status).toBe(400);
  }
  const forged = Buffer.from(JSON.stringify([1, '\0', '00000000'])).toString('base64url');
  expect((await allowed.call('GET', `/events?cursor=${forged}`)).status).toBe(400);
});
