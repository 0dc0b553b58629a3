import { afterAll, describe, expect, test } from 'bun:test';

import { lockUser } from '../../server/access/system/accounts';
import { newId } from '../../shared/ids';
import { behindProxy, browserAt, lastEntryOf, seedSignedIn } from '../support/accounts';
import { database, startServer } from '../support/app';
import { openBrowser } from '../support/browser';
import { restClient } from '../support/client';
import { eventsOf } from '../support/people';
import { seedKey, seedMember, seedWorkspace } from '../support/seed';

const server = await startServer(behindProxy);
afterAll(() => server.stop());
const admin = await seedSignedIn(server, { admin: true });

describe('administrators of the installation', () => {
  test('are the only ones who may call instance.*', async () => {
    const { browser: mine } = await seedSignedIn(server);
    for (const path of ['instance.users.list', 'instance.workspaces.list', 'instance.get_health']) {
      expect((await mine.query(path, {})).problem).toMatchObject({ status: 403, code: 'insufficient_role' });
      expect((await browserAt(server).query(path, {})).problem.code).toBe('session_required');
    }
    const { secret } = await seedKey(await seedWorkspace());
    const keyed = openBrowser(server.url, { authorization: `Bearer ${secret}` });
    expect((await keyed.query('instance.users.list', {})).problem.code).toBe('insufficient_role');
  });

  test('see failing parts, and so does a load balancer', async () => {
    const failing = await startServer(behindProxy, { onErrorLog: () => {} });
    const { browser } = await seedSignedIn(failing, { admin: true });
    expect((await browser.query('instance.get_health')).data).toEqual({ causes: [] });
    const full = Object.assign(new Error('database or disk is full: /var/lib/x.db'), { code: 'SQLITE_FULL' });
    failing.services.log.error({ err: full, task: 'usage retention' }, 'task failed');
    const cause = { code: 'disk_full', message: 'database is read-only: disk full', since: expect.any(String) };
    expect((await browser.query('instance.get_health')).data).toEqual({ causes: [cause] });
    const readiness = await fetch(`${failing.url}/readyz`);
    expect([readiness.status, await readiness.json()]).toEqual([200, { status: 'degraded', causes: [cause] }]);
    await failing.stop();
  });

  test('find people by part of name or address, in pages', async () => {
    const [one, two] = [await seedSignedIn(server), await seedSignedIn(server)];
    await seedMember(await seedWorkspace(), one.id, 'viewer');
    const find = async (input: Record<string, unknown>) =>
      (await admin.browser.query('instance.users.list', input)).data;
    expect((await find({ q: one.id.toUpperCase() })).data).toMatchObject([
      { id: one.id, email: one.email, workspaces: 1, owner: false, status: 'active' },
    ]);
    expect((await find({ q: '%' })).data).toEqual([]);
    const first = await find({ limit: 1 });
    expect(first.data[0].id).toBe(two.id);
    expect((await find({ limit: 1, cursor: first.next_cursor })).data[0].id).toBe(one.id);
    const wrong = await admin.browser.query('instance.workspaces.list', { cursor: first.next_cursor });
    expect(wrong.problem.code).toBe('invalid_cursor');
    expect(JSON.stringify(first)).not.toContain('argon2');
  });

  test('suspend and resume a person, but not themselves', async () => {
    const { id, browser: mine } = await seedSignedIn(server);
    expect((await mine.query('account.sessions.list', {})).status).toBe(200);
    const suspend = (userId: string) => admin.browser.mutate('instance.users.suspend', { user_id: userId });
    expect((await suspend(id)).data).toMatchObject({ id, status: 'suspended' });
    expect((await mine.query('account.sessions.list', {})).status).toBe(401);
    expect(await lastEntryOf(id)).toMatchObject({
      action: 'instance.user_suspended',
      workspaceId: null,
      actorId: admin.id,
    });
    expect((await admin.browser.mutate('instance.users.reset_link', { user_id: id })).status).toBe(409);
    expect((await admin.browser.mutate('instance.users.resume', { user_id: id })).data.status).toBe('active');
    expect((await mine.query('account.get')).status).toBe(401);

    expect((await suspend(admin.id)).problem).toMatchObject({ status: 409, code: 'invalid_state' });
    expect((await suspend(newId('usr'))).status).toBe(404);
  });

  test('who suspend each other at once do not both succeed', async () => {
    const [one, two] = [await seedSignedIn(server, { admin: true }), await seedSignedIn(server, { admin: true })];
    const suspend = (by: typeof one, whom: typeof one) =>
      by.browser.mutate('instance.users.suspend', { user_id: whom.id });
    const started = await database.transaction(async (tx) => {
      for (const { id } of [one, two]) await lockUser(tx, id);
      const both = [suspend(one, two), suspend(two, one)];
      // Requests that came later are answered, so both are past the guard and wait for the rows.
      for (let at = 0; at < 5; at += 1) await admin.browser.query('account.get');
      return { both };
    });
    const answers = await Promise.all(started.both);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  test('suspend a workspace: keys are refused, members can only read, and the workspace gets an event', async () => {
    const workspaceId = await seedWorkspace('Acme');
    const { secret } = await seedKey(workspaceId);
    const { id, browser: mine } = await seedSignedIn(server);
    await seedMember(workspaceId, id, 'owner');
    const get = restClient(server.url, secret);
    expect((await get('GET', '/me')).status).toBe(200);
    expect((await mine.query('account.get')).status).toBe(200);

    const { data } = await admin.browser.mutate('instance.workspaces.suspend', {
      workspace_id: workspaceId,
      reason: 'Unpaid.',
    });
    expect(data).toMatchObject({
      id: workspaceId,
      status: 'suspended',
      suspended_reason: 'Unpaid.',
      members: 1,
      keys: 1,
    });
    expect((await get('GET', '/me')).body).toMatchObject({ status: 403, code: 'workspace_suspended' });
    await admin.browser.mutate('instance.workspaces.suspend', { workspace_id: workspaceId });

    const found = await admin.browser.query('instance.workspaces.list', { q: 'acm' });
    expect(found.data.data.find((row: { id: string }) => row.id === workspaceId)).toEqual(data);
    expect((await admin.browser.mutate('instance.workspaces.resume', { workspace_id: workspaceId })).data.status).toBe(
      'active',
    );
    expect((await get('GET', '/me')).status).toBe(200);

    expect(await eventsOf(workspaceId)).toMatchObject([
      {
        type: 'workspace.suspended',
        data: { id: workspaceId, status: 'suspended', suspended_reason: 'Unpaid.', version: 2 },
      },
      { type: 'workspace.resumed', data: { id: workspaceId, status: 'active', suspended_reason: null, version: 3 } },
    ]);
    expect(await lastEntryOf(workspaceId)).toMatchObject({ action: 'instance.workspace_resumed', workspaceId: null });
    expect((await admin.browser.mutate('instance.workspaces.resume', { workspace_id: newId('ws') })).status).toBe(404);
  });
});
