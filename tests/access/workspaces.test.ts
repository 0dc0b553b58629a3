import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { workspaces } from '../../server/db/workspaces';
import { addUsage } from '../../server/usage/system/usage';
import { webhooks } from '../../server/webhooks/schema';
import { database, startServer } from '../support/app';
import { restClient } from '../support/client';
import { auditActionsOf, auditOf, eventsOf, eventTypesOf, memberOf, refusalOf, signedIn } from '../support/people';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer();
afterAll(() => server.stop());
const db = queries(database);

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

describe('a key', () => {
  test('reads its workspace, and gets 304 while it is unchanged', async () => {
    const workspaceId = await seedWorkspace('Acme');
    const { secret } = await seedKey(workspaceId, { scopes: ['workspace:read'] });
    const rest = restClient(server.url, secret);

    const { status, headers, body } = await rest('GET', `/workspaces/${workspaceId}`);
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toMatchObject({ id: workspaceId, name: 'Acme', status: 'active', leaked_key_policy: 'revoke' });
    const again = await rest('GET', `/workspaces/${workspaceId}`, undefined, { 'if-none-match': '"1"' });
    expect(again.status).toBe(304);
  });

  test('does not find other workspaces', async () => {
    const { secret } = await seedKey(await seedWorkspace());
    const rest = restClient(server.url, secret);
    const foreign = await seedWorkspace();

    for (const id of [foreign, 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c', 'nonsense']) {
      expect(await rest('GET', `/workspaces/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(await rest('PATCH', `/workspaces/${id}`, { name: 'Mine' })).toMatchObject({ status: 404 });
    }
    const [row] = await db.select().from(workspaces).where(eq(workspaces.id, foreign));
    expect(row).toMatchObject({ name: 'Test', version: 1 });
  });

  test('changes settings, with an event, an audit entry and a new name at once', async () => {
    const workspaceId = await seedWorkspace('Acme');
    const { secret } = await seedKey(workspaceId, { scopes: ['workspace:write'] });
    const rest = restClient(server.url, secret);
    await rest('GET', '/me');

    const { status, headers, body } = await rest('PATCH', `/workspaces/${workspaceId}`, {
      name: 'Acme Ltd',
      log_retention_days: 30,
    });
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe('"2"');
    expect(body).toMatchObject({ name: 'Acme Ltd', log_retention_days: 30, leaked_key_policy: 'revoke', version: 2 });
    expect((await rest('GET', '/me')).body).toMatchObject({ workspace: { id: workspaceId, name: 'Acme Ltd' } });
    expect(await eventsOf(workspaceId)).toMatchObject([{ type: 'workspace.updated', data: body }]);
    expect(await auditOf(workspaceId)).toMatchObject([
      { action: 'workspace.updated', changes: { before: { name: 'Acme' }, after: { name: 'Acme Ltd' } } },
    ]);
  });

  test('emits nothing for a change without a difference', async () => {
    const workspaceId = await seedWorkspace('Acme');
    const { secret } = await seedKey(workspaceId);
    const { status, body } = await restClient(server.url, secret)('PATCH', `/workspaces/${workspaceId}`, {
      name: 'Acme',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 1 });
    expect(await eventTypesOf(workspaceId)).toEqual([]);
  });

  test('changes only with the current ETag; of ten at once one succeeds', async () => {
    const workspaceId = await seedWorkspace();
    const { secret } = await seedKey(workspaceId);
    const rename = (name: string) =>
      restClient(server.url, secret)('PATCH', `/workspaces/${workspaceId}`, { name }, { 'if-match': '"1"' });

    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => rename(`Name ${index}`)));
    const statuses = answers.map((answer) => answer.status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
  });

  test('needs workspace:write to change and workspace:read to read', async () => {
    const workspaceId = await seedWorkspace();
    const reader = await seedKey(workspaceId, { scopes: ['workspace:read'] });
    const other = await seedKey(workspaceId, { scopes: ['models:read'] });
    const path = `/workspaces/${workspaceId}`;

    expect(await restClient(server.url, reader.secret)('PATCH', path, { name: 'X' })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope', required_scopes: ['workspace:write'] },
    });
    expect(await restClient(server.url, other.secret)('GET', path)).toMatchObject({ status: 403 });
  });

  test('sets how long events and deliveries are kept, and returns to the default of the installation', async () => {
    const workspaceId = await seedWorkspace();
    const { secret } = await seedKey(workspaceId);
    const patch = async (body: object) =>
      (await restClient(server.url, secret)('PATCH', `/workspaces/${workspaceId}`, body)).body;
    const chosen = await patch({ event_retention_days: 14, delivery_retention_days: 60 });
    expect(chosen).toMatchObject({ event_retention_days: 14, delivery_retention_days: 60, version: 2 });
    expect(await patch({ event_retention_days: null })).toMatchObject({
      event_retention_days: null,
      delivery_retention_days: 60,
      version: 3,
    });
    expect(await patch({ event_retention_days: 0, delivery_retention_days: 91 })).toMatchObject({
      errors: [
        { pointer: '/event_retention_days', code: 'too_small' },
        { pointer: '/delivery_retention_days', code: 'too_big' },
      ],
    });
  });

  test('reports every invalid field at once', async () => {
    const workspaceId = await seedWorkspace();
    const { secret } = await seedKey(workspaceId);
    const { status, body } = await restClient(server.url, secret)('PATCH', `/workspaces/${workspaceId}`, {
      name: '',
      log_retention_days: 91,
      status: 'suspended',
    });
    expect(status).toBe(400);
    expect(body['errors']).toMatchObject([
      { pointer: '/name', code: 'too_short' },
      { pointer: '/log_retention_days', code: 'too_big' },
      { pointer: '/status', code: 'unknown_parameter' },
    ]);
  });
});

describe('a person', () => {
  test('creates a workspace, owns it and sees it in the list', async () => {
    const ada = await signedIn(server);
    const elsewhere = await seedWorkspace('Elsewhere');
    await memberOf(server, elsewhere, 'owner');
    expect(await ada.rpc.workspaces.list.query({})).toEqual({ data: [] });

    const made = await ada.rpc.workspaces.create.mutate({ name: 'Mine' });
    expect(made).toMatchObject({ name: 'Mine', status: 'active', version: 1 });
    const listed = async () => (await ada.rpc.workspaces.list.query({})).data;
    expect(await listed()).toMatchObject([{ id: made.id, role: 'owner', latest_sequence: 0 }]);
    expect(await ada.rpcIn(made.id).workspaces.get.query({ workspace_id: made.id })).toEqual(made);
    await ada.rpcIn(made.id).keys.create.mutate({ kind: 'ak', name: 'First', scopes: ['models:read'] });
    expect(await listed()).toMatchObject([{ latest_sequence: 1 }]);
    expect(await auditActionsOf(made.id)).toEqual(['workspace.created', 'api_key.created']);
  });

  test('owns at most 20 workspaces, even when all are created at once', async () => {
    const ada = await signedIn(server);
    await ada.rpc.workspaces.create.mutate({ name: 'First' });
    const results = await Promise.allSettled(
      Array.from({ length: 24 }, (_, index) => ada.rpc.workspaces.create.mutate({ name: `Workspace ${index}` })),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(19);
    const { data } = await ada.rpc.workspaces.list.query({});
    expect(data).toHaveLength(20);
    expect(await refusalOf(ada.rpc.workspaces.create.mutate({ name: 'One more' }))).toMatchObject({
      status: 409,
      code: 'conflict',
    });

    const { id, name } = data[0] ?? { id: '', name: '' };
    await ada.rpcIn(id).workspaces.delete.mutate({ confirm_name: name });
    expect(await ada.rpc.workspaces.create.mutate({ name: 'One more' })).toMatchObject({ name: 'One more' });
  });

  test('without a session asks for a sign-in', async () => {
    const response = await fetch(`${server.url}/trpc/workspaces.list?input=%7B%7D`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { data: { problem: { code: 'session_required' } } } });
  });
});

describe('the overview', () => {
  test('counts objects and derives the first steps', async () => {
    const workspaceId = await seedWorkspace();
    const viewer = await memberOf(server, workspaceId, 'viewer');
    const { workspaces: calls } = viewer.rpc;
    expect(await calls.get_overview.query({})).toEqual({
      workspace_id: workspaceId,
      getting_started: { live_keys: 0, members: 1, pending_invitations: 0, requests_24h: 0, errors_24h: 0 },
      automation: { publications_24h: 0, publications_waiting: 0 },
      checklist: [
        { step: 'create_key', done: false },
        { step: 'first_request', done: false },
        { step: 'send_message', done: false },
        { step: 'receive_webhook', done: false },
        { step: 'track_click', done: false },
        { step: 'invite_colleague', done: false },
      ],
    });

    const owner = await memberOf(server, workspaceId, 'owner');
    await owner.rpc.invitations.create.mutate({ email: 'grace@example.com', role: 'viewer' });
    const { id: hookId } = await owner.rpc.webhooks.create.mutate({ url: 'switchboard://inbox', events: ['*'] });
    await db.update(webhooks).set({ lastSuccessAt: new Date() }).where(eq(webhooks.id, hookId));
    const { id: keyId } = await seedKey(workspaceId);
    await seedKey(workspaceId, { expiresAt: new Date(Date.now() - 1000) });
    await seedKey(await seedWorkspace());
    const tally = { workspaceId, keyId, operationId: 'me_get', rateLimited: 0, durationMsSum: 1, durationMsMax: 1 };
    await addUsage(database, [
      { ...tally, bucket: ago(0), statusClass: 2, requests: 5 },
      { ...tally, bucket: ago(20), statusClass: 4, requests: 2 },
      { ...tally, bucket: ago(30), statusClass: 2, requests: 100 },
    ]);

    expect(await calls.get_overview.query({})).toMatchObject({
      getting_started: { live_keys: 1, members: 2, pending_invitations: 1, requests_24h: 7, errors_24h: 2 },
      automation: { publications_24h: 0, publications_waiting: 0 },
      checklist: [{ done: true }, { done: true }, { done: false }, { done: true }, { done: false }, { done: true }],
    });
  });
});

test('the first steps follow what happened: a test that arrived, and a link that was followed', async () => {
  const workspaceId = await seedWorkspace();
  const { rpc } = await memberOf(server, workspaceId, 'owner');
  const done = async () => {
    const { checklist } = await rpc.workspaces.get_overview.query({});
    return checklist.filter((step) => step.done).map(({ step }) => step);
  };
  const { id: webhookId } = await rpc.webhooks.create.mutate({
    url: 'switchboard://inbox?status=500',
    events: ['api_key.revoked'],
  });
  await rpc.webhooks.test.mutate({ webhook_id: webhookId });
  expect(await done()).toEqual([]);
  await rpc.webhooks.update.mutate({ webhook_id: webhookId, url: 'switchboard://inbox' });
  await rpc.webhooks.test.mutate({ webhook_id: webhookId });
  expect(await done()).toEqual(['receive_webhook']);

  const link = await rpc.links.create.mutate({ url: 'https://example.com/' });
  expect(await done()).toEqual(['receive_webhook']);
  const { pathname } = new URL(link.short_url);
  expect((await fetch(`${server.url}${pathname}`, { redirect: 'manual' })).status).toBe(302);
  await server.services.clicks.drained();
  expect(await done()).toEqual(['receive_webhook', 'track_click']);
});

test('a suspended workspace can be read by its members and not changed', async () => {
  const workspaceId = await seedWorkspace('Acme');
  await db.update(workspaces).set({ status: 'suspended' }).where(eq(workspaces.id, workspaceId));
  const owner = await memberOf(server, workspaceId, 'owner');
  expect(await owner.rpc.workspaces.get.query({ workspace_id: workspaceId })).toMatchObject({ status: 'suspended' });
  expect(await refusalOf(owner.rpc.workspaces.delete.mutate({ confirm_name: 'Acme' }))).toMatchObject({
    code: 'workspace_suspended',
  });
});
