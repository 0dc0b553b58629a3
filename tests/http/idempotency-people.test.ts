import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { sessions } from '../../server/access/schema/accounts';
import { auditEntries } from '../../server/access/schema/audit';
import { invitations } from '../../server/access/schema/workspaces';
import { queries } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { userIdempotencyRecords } from '../../server/idempotency/schema';
import type { Role } from '../../shared/access/scopes';
import { newId } from '../../shared/ids';
import { behindProxy, NEXT_PASSWORD, PASSWORD, seedSignedIn } from '../support/accounts';
import { database, startServer } from '../support/app';
import { openBrowser } from '../support/browser';
import { auditActionsOf, memberOf, signedIn } from '../support/people';
import { seedMember, seedUser, seedWorkspace } from '../support/seed';

const server = await startServer(behindProxy);
afterAll(() => server.stop());

const db = queries(database);

const records = (userId: string) =>
  db.select().from(userIdempotencyRecords).where(eq(userIdempotencyRecords.userId, userId));

/** Calls procedures as the console does; every call of one sender goes under the same Idempotency-Key. */
function senderOf(cookie: string, workspaceId?: string, key: string = crypto.randomUUID()) {
  const browser = openBrowser(server.url, { cookie, ...(workspaceId ? { 'x-workspace-id': workspaceId } : {}) });
  return (path: string, input: unknown) => browser.mutate(path, input, { headers: { 'idempotency-key': key } });
}

/** Somebody in a new workspace, and how they call. */
async function member(role: Role) {
  const workspaceId = await seedWorkspace();
  const person = await memberOf(server, workspaceId, role);
  return { ...person, workspaceId, sender: (key?: string) => senderOf(person.cookie, workspaceId, key) };
}

async function administrator() {
  const admin = await seedUser({ admin: true });
  return { ...admin, sender: () => senderOf(admin.cookieFor(server.services.config.baseUrl)) };
}

/** The answer to the first of two equal calls, once the second was the same and came from storage. */
async function twice(call: () => ReturnType<ReturnType<typeof senderOf>>) {
  const [first, again] = [await call(), await call()];
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null]);
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  return { first: first.data, again: again.data };
}

describe('a person’s Idempotency-Key', () => {
  test('invites once, and shows the link only in the first response', async () => {
    const { id, workspaceId, sender } = await member('owner');
    const send = sender();
    const { first, again } = await twice(() =>
      send('invitations.create', { email: 'ada@example.com', role: 'developer' }),
    );
    expect(first.link).toContain('/user/api/invite#');
    expect(again).toEqual({ ...first, link: null });
    expect(await auditActionsOf(workspaceId)).toEqual(['invitation.created']);
    expect(JSON.stringify(await records(id))).not.toContain(first.link.split('#')[1]);

    const renew = sender();
    const renewed = await twice(() => renew('invitations.renew', { invitation_id: first.id }));
    expect([renewed.first.link === first.link, renewed.again.link]).toEqual([false, null]);
    expect(await auditActionsOf(workspaceId)).toEqual(['invitation.created', 'invitation.renewed']);
  });

  test('of twenty calls at once has one effect', async () => {
    const { workspaceId, sender } = await member('owner');
    const send = sender();
    const input = { email: 'ada@example.com', role: 'viewer' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('invitations.create', input)));
    expect(answers.filter(({ data }) => typeof data?.link === 'string')).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200).map(({ problem }) => problem.code);
    expect(new Set([...refused, 'idempotency_in_progress'])).toEqual(new Set(['idempotency_in_progress']));
    expect(await auditActionsOf(workspaceId)).toEqual(['invitation.created']);
  });

  // Where transactions take turns nothing is reserved.
  test.if(engine === 'postgres')('of a dead process can be used at once', async () => {
    const { id, workspaceId, sender } = await member('owner');
    const send = sender();
    const call = () => send('invitations.create', { email: 'ada@example.com', role: 'viewer' });
    await call();
    const heldBy = (process: string) =>
      db
        .update(userIdempotencyRecords)
        .set({ state: 'running', owner: `${process}:x`, leaseExpiresAt: new Date(Date.now() + 60_000) })
        .where(eq(userIdempotencyRecords.userId, id));
    await heldBy(server.services.node.id);
    expect((await call()).problem.code).toBe('idempotency_in_progress');
    await db.delete(invitations).where(eq(invitations.workspaceId, workspaceId));
    await heldBy(newId('nod'));
    const again = await call();
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });

  test('changes, removes and leaves once', async () => {
    const { workspaceId, sender } = await member('owner');
    const memberId = await seedMember(workspaceId, (await seedUser()).id, 'viewer');
    const [promote, remove] = [sender(), sender()];
    const { first, again } = await twice(() => promote('members.update', { member_id: memberId, role: 'admin' }));
    expect([first.role, again]).toEqual(['admin', first]);
    const removed = await twice(() => remove('members.remove', { member_id: memberId }));
    expect(removed.again).toEqual(removed.first);

    const ada = await memberOf(server, workspaceId, 'developer');
    const leave = senderOf(ada.cookie, workspaceId);
    const left = await twice(() => leave('members.leave', {}));
    expect(left.again).toEqual(left.first);
    expect((await senderOf(ada.cookie, workspaceId)('members.leave', {})).problem.code).toBe('not_found');
    expect(await auditActionsOf(workspaceId)).toEqual(['member.updated', 'member.removed', 'member.removed']);
  });

  test('transfers and deletes a workspace once, though the first call ended the permission', async () => {
    const { workspaceId, sender } = await member('owner');
    const heir = await memberOf(server, workspaceId, 'admin');
    const hand = sender();
    const { first, again } = await twice(() => hand('workspaces.transfer', { member_id: heir.memberId }));
    expect([first.role, again]).toEqual(['owner', first]);
    expect((await sender()('workspaces.transfer', { member_id: heir.memberId })).problem.code).toBe(
      'insufficient_role',
    );

    const give = senderOf(heir.cookie, workspaceId);
    const gone = await twice(() => give('workspaces.delete', { confirm_name: 'Test' }));
    expect([gone.first.status, gone.again]).toEqual(['deleting', gone.first]);
    expect((await auditActionsOf(workspaceId)).filter((action) => action === 'workspace.deleted')).toHaveLength(1);
  });

  test('is separate for another input, procedure, workspace or person', async () => {
    const { id, cookie, workspaceId, sender } = await member('owner');
    const key = crypto.randomUUID();
    const input = { email: 'ada@example.com', role: 'viewer' };
    const made = await sender(key)('invitations.create', input);
    const other = await seedWorkspace();
    await seedMember(other, id, 'owner');
    const reused = [
      await sender(key)('invitations.create', { ...input, role: 'admin' }),
      await sender(key)('invitations.revoke', { invitation_id: made.data.id }),
      await senderOf(cookie, other, key)('invitations.create', input),
    ];
    expect(reused.map(({ problem }) => problem.code)).toEqual(Array(3).fill('idempotency_key_reused'));

    const grace = await memberOf(server, workspaceId, 'owner');
    const hers = await senderOf(
      grace.cookie,
      workspaceId,
      key,
    )('invitations.create', {
      ...input,
      email: 'eve@example.com',
    });
    expect([hers.status, hers.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });

  test('repeats nothing to a person whose session has ended', async () => {
    const { id, sender } = await member('owner');
    const send = sender();
    await send('invitations.create', { email: 'ada@example.com', role: 'viewer' });
    server.services.auth.apply([{ kind: 'user', ref: id }]);
    await db.delete(sessions).where(eq(sessions.userId, id));
    const again = await send('invitations.create', { email: 'ada@example.com', role: 'viewer' });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([401, null]);
  });

  test('repeats a refusal, and is free again after invalid input', async () => {
    const { id, workspaceId, sender } = await member('owner');
    const remove = sender();
    const away = newId('mem');
    const refused = await remove('members.remove', { member_id: away });
    const again = await remove('members.remove', { member_id: away });
    expect([refused.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([404, 404, 'true']);

    const send = sender();
    expect((await send('invitations.create', { email: 'no address', role: 'viewer' })).status).toBe(400);
    expect((await send('invitations.create', { email: 'ada@example.com', role: 'viewer' })).status).toBe(200);
    expect(await records(id)).toHaveLength(2);
    expect(await auditActionsOf(workspaceId)).toEqual(['invitation.created']);
  });

  test('changes an account and ends its other sessions once', async () => {
    const ada = await signedIn(server);
    const [rename, end] = [senderOf(ada.cookie), senderOf(ada.cookie)];
    const { first, again } = await twice(() => rename('account.update', { name: 'Ada' }));
    expect([first.name, again]).toEqual(['Ada', first]);
    const [own] = await db.select().from(sessions).where(eq(sessions.userId, ada.id));
    if (!own) throw new Error('There is no session.');
    await db.insert(sessions).values({ ...own, id: newId('ses'), tokenHash: crypto.randomUUID() });
    const ended = await twice(() => end('account.sessions.revoke_others', {}));
    expect([ended.first, ended.again]).toEqual([{ revoked: 1 }, { revoked: 1 }]);
    const actions = await db.select().from(auditEntries).where(eq(auditEntries.actorId, ada.id));
    expect(actions.map(({ action }) => action).toSorted()).toEqual(['account.updated', 'auth.session_revoked']);
  });

  test('stores nothing of a password, not even in a fingerprint', async () => {
    const { id, browser } = await seedSignedIn(server);
    const headers = { 'idempotency-key': 'a' };
    const proved = await browser.mutate('auth.step_up', { password: PASSWORD }, { headers });
    const input = { current_password: PASSWORD, password: NEXT_PASSWORD };
    const changed = await browser.mutate('account.password.change', input, { headers });
    const again = await browser.mutate('account.password.change', input, { headers });
    expect([proved.status, changed.status, again.status]).toEqual([200, 200, 401]);
    expect(await records(id)).toEqual([]);
  });

  test('administers the installation once', async () => {
    const admin = await administrator();
    const user = await seedUser();
    const workspaceId = await seedWorkspace();
    const [reset, suspend, close] = [admin.sender(), admin.sender(), admin.sender()];
    const link = await twice(() => reset('instance.users.reset_link', { user_id: user.id }));
    expect(link.again).toEqual({ ...link.first, url: null });
    const suspended = await twice(() => suspend('instance.users.suspend', { user_id: user.id }));
    expect(suspended.again).toEqual(suspended.first);
    const closed = await twice(() =>
      close('instance.workspaces.suspend', { workspace_id: workspaceId, reason: 'Abuse' }),
    );
    expect([closed.first.status, closed.again]).toEqual(['suspended', closed.first]);
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.actorId, admin.id));
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      'instance.reset_link_created',
      'instance.user_suspended',
      'instance.workspace_suspended',
    ]);
    expect(JSON.stringify(await records(admin.id))).not.toContain(link.first.url.split('#')[1]);
  });

  test('adds and removes a blocked host and a provider of models once, outside one long transaction', async () => {
    const admin = await administrator();
    const host = `${newId('x').replace('_', '-')}.example`;
    const slug = `p${Date.now().toString(36)}`;
    const calls: [string, object][] = [
      ['instance.links.hosts.add', { host, reason: 'Phishing' }],
      ['instance.links.hosts.remove', { host }],
      ['models.providers.create', { slug, base_url: 'http://127.0.0.1:9/v1', api_key: 'sk-once' }],
      ['models.providers.delete', { slug }],
    ];
    for (const [path, input] of calls) {
      const send = admin.sender();
      const { first, again } = await twice(() => send(path, input));
      expect([path, again]).toEqual([path, first]);
    }
    expect(JSON.stringify(await records(admin.id))).not.toContain('sk-once');
  });
});
