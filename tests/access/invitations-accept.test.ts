import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { sessions } from '../../server/access/schema/accounts';
import { invitations, members } from '../../server/access/schema/workspaces';
import { queries } from '../../server/db/database';
import { users } from '../../server/db/users';
import { workspaces } from '../../server/db/workspaces';
import { database, startServer } from '../support/app';
import { rpcClient } from '../support/client';
import { auditOf, eventsOf, eventTypesOf, memberOf, refusalOf, signedIn } from '../support/people';
import { seedKey, seedWorkspace } from '../support/seed';
import { invitationsAt } from './invitations';

// A proxy on loopback is believed, so that a call can come from an address of its own.
const server = await startServer({ trustedProxies: ['127.0.0.0/8'] });
afterAll(() => server.stop());
const db = queries(database);
const { invite, register } = invitationsAt(server);

const membersOf = (workspaceId: string) => db.select().from(members).where(eq(members.workspaceId, workspaceId));

async function problemIn(response: Response): Promise<unknown> {
  const { error } = (await response.json()) as { error: { data: { problem: unknown } } };
  return error.data.problem;
}

describe('accepting', () => {
  test('gives a new person an account with the invited address, a session and a membership', async () => {
    const { workspaceId, owner, email, token, invitation } = await invite('developer');
    const response = await register(token);
    expect(response.status).toBe(200);
    const [cookie = ''] = (response.headers.getSetCookie()[0] ?? '').split(';');
    const grace = rpcClient(server.url, { cookie, workspaceId });
    expect((await grace.workspaces.list.query({})).data).toMatchObject([{ id: workspaceId, role: 'developer' }]);
    expect((await grace.members.list.query({})).data).toMatchObject([
      { role: 'owner' },
      { role: 'developer', email, name: 'Grace', invited_by: owner.id },
    ]);

    expect(await eventsOf(workspaceId)).toMatchObject([
      { type: 'invitation.created' },
      { type: 'invitation.accepted', data: { id: invitation.id, status: 'accepted' } },
      { type: 'member.added', data: { email, role: 'developer' } },
    ]);
    const [user] = await db.select().from(users).where(eq(users.email, email));
    expect(user).toMatchObject({ name: 'Grace', instanceAdmin: false, emailVerifiedAt: null });
    const entries = await auditOf(workspaceId);
    expect(entries.map(({ action }) => action)).toEqual(['invitation.created', 'invitation.accepted', 'member.added']);
    expect(entries.at(-1)).toMatchObject({ actorId: user?.id });
  });

  test('as a newcomer needs a name and a good password; the link stays good', async () => {
    const { token, email } = await invite();
    const refused = async (change: Record<string, unknown>) => {
      const response = await register(token, change);
      expect(response.headers.getSetCookie()).toEqual([]);
      return problemIn(response);
    };
    expect(await refused({ name: undefined, password: undefined })).toMatchObject({
      status: 400,
      errors: [
        { pointer: '/name', code: 'required' },
        { pointer: '/password', code: 'required' },
      ],
    });
    expect(await refused({ password: 'short' })).toMatchObject({
      status: 400,
      errors: [{ pointer: '/password', code: 'password_too_short' }],
    });
    expect(await refused({ password: email.repeat(2) })).toMatchObject({
      errors: [{ pointer: '/password', code: 'password_too_predictable' }],
    });
    expect(await refused({ email: 'other@example.com' })).toMatchObject({ code: 'unknown_parameter' });
    expect((await register(token)).status).toBe(200);
  });

  test('needs a sign-in first when the address has an account', async () => {
    const grace = await signedIn(server);
    const { workspaceId, token } = await invite('viewer', grace.email);
    const response = await register(token, { name: undefined, password: undefined });
    expect(response.status).toBe(409);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await problemIn(response)).toMatchObject({
      code: 'invalid_state',
      detail: 'An account with the invited address already exists. Sign in, then open the link again.',
    });

    const member = await grace.rpc.invitations.accept.mutate({ token });
    expect(member).toMatchObject({ user_id: grace.id, role: 'viewer', workspace_id: workspaceId });
    expect(await grace.rpcIn(workspaceId).workspaces.get_overview.query({})).toMatchObject({
      workspace_id: workspaceId,
    });
  });

  test('is refused for another account; the link stays valid', async () => {
    const grace = await signedIn(server);
    const mallory = await signedIn(server);
    const { workspaceId, token } = await invite('viewer', grace.email);

    expect(await refusalOf(mallory.rpc.invitations.accept.mutate({ token }))).toMatchObject({
      status: 409,
      code: 'invalid_state',
    });
    expect(await membersOf(workspaceId)).toHaveLength(1);
    expect(await grace.rpc.invitations.accept.mutate({ token })).toMatchObject({ user_id: grace.id });
  });

  test('as a member already leaves role and link as they are', async () => {
    const { workspaceId, owner, token, invitation } = await invite('owner');
    const viewer = await memberOf(server, workspaceId, 'viewer');
    await db.update(invitations).set({ email: viewer.email }).where(eq(invitations.id, invitation.id));

    expect(await refusalOf(viewer.rpc.invitations.accept.mutate({ token }))).toMatchObject({ code: 'invalid_state' });
    expect((await owner.rpc.members.get.query({ member_id: viewer.memberId })).role).toBe('viewer');
    expect((await owner.rpc.invitations.list.query({})).data).toMatchObject([{ status: 'pending' }]);
  });

  test('fifty times at once as one person creates one member', async () => {
    const grace = await signedIn(server);
    const { workspaceId, token } = await invite('viewer', grace.email);
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => grace.rpc.invitations.accept.mutate({ token })),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await membersOf(workspaceId)).toHaveLength(2);
    expect(await eventTypesOf(workspaceId)).toEqual(['invitation.created', 'invitation.accepted', 'member.added']);
  });

  test('fifty times at once as a newcomer creates one account, one session and one member', async () => {
    const { workspaceId, token, email } = await invite();
    const responses = await Promise.all(Array.from({ length: 50 }, () => register(token)));
    const statuses = responses.map((response) => response.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // Late ones may find the account made, and a hash takes its turn.
    expect(statuses.every((status) => [200, 404, 409, 503].includes(status))).toBe(true);
    expect(responses.flatMap((response) => response.headers.getSetCookie())).toHaveLength(1);

    expect(await membersOf(workspaceId)).toHaveLength(2);
    const accounts = await db.select().from(users).where(eq(users.email, email));
    expect(accounts).toHaveLength(1);
    expect(
      await db
        .select()
        .from(sessions)
        .where(eq(sessions.userId, accounts[0]?.id ?? '')),
    ).toHaveLength(1);
  });

  test('and revoking at once do not both succeed', async () => {
    // The password's hash takes longer than the other call, which so comes between look-up and use.
    const revoked = await invite();
    const renewed = await invite();
    const [late, revocation, later, renewal] = await Promise.all([
      register(revoked.token),
      revoked.owner.rpc.invitations.revoke.mutate({ invitation_id: revoked.invitation.id }).catch(() => undefined),
      register(renewed.token),
      renewed.owner.rpc.invitations.renew.mutate({ invitation_id: renewed.invitation.id }).catch(() => undefined),
    ]);
    expect([late.status, revocation?.status]).toBeOneOf([
      [404, 'revoked'],
      [200, undefined],
    ]);
    expect([later.status, renewal?.status]).toBeOneOf([
      [404, 'pending'],
      [200, undefined],
    ]);
  });

  test('is allowed only to people, from pages of the console', async () => {
    const { token } = await invite();
    const { secret } = await seedKey(await seedWorkspace());
    const byKey = await register(token, {}, { authorization: `Bearer ${secret}` });
    expect(await problemIn(byKey)).toMatchObject({ code: 'insufficient_role' });
    const forged = await register(token, {}, { origin: 'https://evil.example' });
    expect(await problemIn(forged)).toMatchObject({ code: 'csrf_failed' });
    expect((await register(token)).status).toBe(200);
  });

  test('waits while the workspace is suspended', async () => {
    const grace = await signedIn(server);
    const { workspaceId, token } = await invite('viewer', grace.email);
    const setState = (status: 'active' | 'suspended') =>
      db.update(workspaces).set({ status }).where(eq(workspaces.id, workspaceId));

    await setState('suspended');
    expect(await refusalOf(grace.rpc.invitations.accept.mutate({ token }))).toMatchObject({
      code: 'workspace_suspended',
    });
    await setState('active');
    expect(await grace.rpc.invitations.accept.mutate({ token })).toMatchObject({ user_id: grace.id });
  });
});
