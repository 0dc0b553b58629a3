import { afterAll, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { restClient, rpcClient } from '../support/client';
import { seedKey, seedMember, seedUser, seedWorkspace } from '../support/seed';
import { recorderAt } from '../usage/records';

const server = await startServer();
afterAll(() => server.stop());

async function caller(options: Parameters<typeof seedKey>[1] = {}) {
  const workspaceId = await seedWorkspace();
  const { id: keyId, secret } = await seedKey(workspaceId, { fullAccess: true, ...options });
  const call = restClient(server.url, secret);
  const actions = async (query = '') => {
    const { body } = await call('GET', `/audit-entries?${query}`);
    return body.data.map((entry: { action: string }) => entry.action);
  };
  return { workspaceId, keyId, secret, call, actions };
}

const newKey = { kind: 'ak', name: 'Made by a test', scopes: ['models:read'] };

test('a change is listed with its actor, object and client address', async () => {
  const { call, workspaceId, keyId } = await caller();
  const made = await call('POST', '/keys', newKey, { 'user-agent': 'test/1' });
  const { status, body } = await call('GET', '/audit-entries');
  expect(status).toBe(200);
  expect(body).toMatchObject({ has_more: false, next_cursor: null });
  expect(body.data).toEqual([
    {
      id: expect.stringMatching(/^aud_[0-9a-z]{26}$/),
      workspace_id: workspaceId,
      actor: { type: 'key', id: keyId, label: 'Test key' },
      action: 'api_key.created',
      target: { type: 'api_key', id: made.body.id, label: newKey.name },
      changes: body.data[0].changes,
      ip: '127.0.0.1',
      user_agent: 'test/1',
      request_id: made.headers.get('x-request-id'),
      created_at: expect.stringMatching(/Z$/),
    },
  ]);
  expect(JSON.stringify(body)).not.toContain(made.body.secret);
});

test('entries are listed newest first, in pages, narrowed by every filter', async () => {
  const { call, keyId, actions } = await caller();
  const made = await call('POST', '/keys', newKey);
  const id = made.body.id;
  await call('PATCH', `/keys/${id}`, { name: 'Renamed' });
  await call('POST', `/keys/${id}/revoke`);

  expect(await actions()).toEqual(['api_key.revoked', 'api_key.updated', 'api_key.created']);
  expect(await actions('action=api_key.updated')).toEqual(['api_key.updated']);
  expect(await actions(`actor_id=${keyId}`)).toHaveLength(3);
  expect(await actions(`actor_id=${id}`)).toEqual([]);
  expect(await actions(`target_id=${id}`)).toHaveLength(3);
  expect(await actions(`target_id=${keyId}`)).toEqual([]);
  expect(await actions(`created_after=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
  expect(await actions(`created_before=${new Date(Date.now() - 60_000).toISOString()}`)).toEqual([]);

  const first = await call('GET', '/audit-entries?limit=2');
  expect(first.body.data).toHaveLength(2);
  expect(await actions(`limit=2&cursor=${first.body.next_cursor}`)).toEqual(['api_key.created']);
  expect(await call('GET', `/audit-entries?action=x&cursor=${first.body.next_cursor}`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_cursor' },
  });
});

test('a refused valid key leaves one entry a minute, with a count', async () => {
  const { call, workspaceId } = await caller();
  const revoked = await seedKey(workspaceId, { revokedAt: new Date(), name: 'Old key' });
  for (let times = 0; times < 3; times += 1) {
    expect((await restClient(server.url, revoked.secret)('GET', '/me')).status).toBe(401);
  }
  await server.services.recorder.flush();
  await restClient(server.url, revoked.secret)('GET', '/me');
  await server.services.recorder.flush();

  const { body } = await call('GET', '/audit-entries?action=api_key.rejected');
  expect(body.data).toMatchObject([
    {
      actor: { type: 'key', id: revoked.id, label: 'Old key' },
      target: { type: 'api_key', id: revoked.id },
      changes: { reason: 'revoked', count: 3 },
    },
  ]);
});

test('reasons are counted separately, and the next minute has the rest', async () => {
  const { call, workspaceId, keyId } = await caller();
  const clock = { ms: Date.now() };
  const recorder = recorderAt(clock);
  const origin = { ip: '203.0.113.9', peer: '203.0.113.9', userAgent: 'test', headers: new Headers() };
  const reject = (reason: string) => recorder.rejected({ workspaceId, keyId, label: 'Key', reason, origin });
  const counts = async () => {
    const { body } = await call('GET', '/audit-entries?action=api_key.rejected');
    return body.data.map((entry: { changes: unknown }) => entry.changes);
  };

  reject('ip');
  reject('origin');
  await recorder.flush();
  reject('ip');
  reject('ip');
  await recorder.flush();
  expect(await counts()).toEqual([
    { reason: 'origin', count: 1 },
    { reason: 'ip', count: 1 },
  ]);
  clock.ms += 60_000;
  await recorder.flush();
  expect((await counts())[0]).toEqual({ reason: 'ip', count: 2 });

  reject('ip');
  await recorder.stop();
  expect((await counts())[0]).toEqual({ reason: 'ip', count: 1 });
});

test('another workspace sees nothing of it', async () => {
  const ours = await caller();
  const theirs = await caller();
  await ours.call('POST', '/keys', newKey);
  expect(await ours.actions()).toHaveLength(1);
  expect(await theirs.actions()).toEqual([]);
  expect(await theirs.actions(`actor_id=${ours.keyId}`)).toEqual([]);
});

test('an entry is read by its id, in its own workspace alone', async () => {
  const ours = await caller();
  const theirs = await caller();
  await ours.call('POST', '/keys', newKey);
  const [entry] = (await ours.call('GET', '/audit-entries')).body.data;
  expect(await ours.call('GET', `/audit-entries/${entry.id}`)).toMatchObject({ status: 200, body: entry });
  expect((await theirs.call('GET', `/audit-entries/${entry.id}`)).status).toBe(404);
  expect((await ours.call('GET', '/audit-entries/aud_01jd9x3k2mf8v9q4zt7w5b6n0c')).status).toBe(404);
});

test('only keys with the scope, owners and admins read it', async () => {
  const { call, workspaceId } = await caller({ fullAccess: false, scopes: ['keys:read'] });
  expect(await call('GET', '/audit-entries')).toMatchObject({ status: 403, body: { required_scopes: ['audit:read'] } });

  const as = async (role: 'admin' | 'developer') => {
    const { id, cookieFor } = await seedUser();
    await seedMember(workspaceId, id, role);
    const cookie = cookieFor(server.services.config.baseUrl);
    return rpcClient(server.url, { cookie, workspaceId }).audit_entries.list.query({});
  };
  expect((await as('admin')).data).toEqual([]);
  const refusal: unknown = await as('developer').catch((error: unknown) => error);
  expect(refusal).toMatchObject({ data: { problem: { code: 'insufficient_role' } } });
});

test('input that does not fit is refused', async () => {
  const { call } = await caller();
  for (const query of ['created_after=today', 'action=', 'limit=0', 'cursor=x', `actor_id=${'x'.repeat(65)}`]) {
    expect((await call('GET', `/audit-entries?${query}`)).status).toBe(400);
  }
});
