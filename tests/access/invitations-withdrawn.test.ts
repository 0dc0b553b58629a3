import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { members } from '../../server/access/schema/workspaces';
import { queries } from '../../server/db/database';
import { users } from '../../server/db/users';
import { seedAccount } from '../support/accounts';
import { database, startServer } from '../support/app';
import { rpcClient } from '../support/client';
import { auditOf, eventsOf, memberOf, refusalOf } from '../support/people';
import { seedWorkspace } from '../support/seed';
import { invitationsAt, newEmail, tokenOf } from './invitations';

// A proxy on loopback is believed, so that a call can come from an address of its own.
const server = await startServer({ trustedProxies: ['127.0.0.0/8'] });
afterAll(() => server.stop());
const { anonymous, register } = invitationsAt(server);

/** A workspace with two owners and an admin, and what the admin and the second owner invited. */
async function scene() {
  const workspaceId = await seedWorkspace('Acme');
  const owner = await memberOf(server, workspaceId, 'owner');
  const second = await memberOf(server, workspaceId, 'owner');
  const admin = await memberOf(server, workspaceId, 'admin');
  const invite = async (by: typeof owner, role: 'owner' | 'admin' | 'developer') => {
    const made = await by.rpc.invitations.create.mutate({ email: newEmail(), role });
    return { id: made.id, token: tokenOf(made) };
  };
  return { workspaceId, owner, second, admin, invite };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const statusesIn = async ({ owner }: Scene): Promise<Record<string, string>> =>
  Object.fromEntries((await owner.rpc.invitations.list.query({})).data.map(({ id, status }) => [id, status]));

async function expectDead(token: string): Promise<void> {
  expect(await refusalOf(anonymous().invitations.preview.mutate({ token }))).toMatchObject({ code: 'not_found' });
  expect((await register(token)).status).toBe(404);
}

describe('an invitation ends', () => {
  test.each([
    [
      'is made a developer',
      ({ owner, admin }: Scene) => owner.rpc.members.update.mutate({ member_id: admin.memberId, role: 'developer' }),
    ],
    ['is removed', ({ owner, admin }: Scene) => owner.rpc.members.remove.mutate({ member_id: admin.memberId })],
    ['leaves', ({ admin }: Scene) => admin.rpc.members.leave.mutate({})],
    [
      'is suspended',
      async ({ admin }: Scene) => {
        const { cookieFor } = await seedAccount({ admin: true });
        const operator = rpcClient(server.url, { cookie: cookieFor(server.services.config.baseUrl) });
        await operator.instance.users.suspend.mutate({ user_id: admin.id });
        // To be let in again revives nothing.
        await operator.instance.users.resume.mutate({ user_id: admin.id });
      },
    ],
  ])('when its creator %s', async (_, act) => {
    const all = await scene();
    const [mine, other] = [await all.invite(all.admin, 'admin'), await all.invite(all.owner, 'developer')];
    await act(all);

    expect(await statusesIn(all)).toEqual({ [mine.id]: 'revoked', [other.id]: 'pending' });
    await expectDead(mine.token);
    expect((await register(other.token)).status).toBe(200);
    expect((await eventsOf(all.workspaceId)).filter(({ type }) => type === 'invitation.revoked')).toMatchObject([
      { data: { id: mine.id, status: 'revoked' } },
    ]);
    expect((await auditOf(all.workspaceId)).filter(({ action }) => action === 'invitation.revoked')).toMatchObject([
      { targetId: mine.id, changes: { reason: 'inviter_may_not_give_role' } },
    ]);
  });

  test.each([
    [
      'becomes an admin',
      ({ owner, second }: Scene) => owner.rpc.members.update.mutate({ member_id: second.memberId, role: 'admin' }),
    ],
    [
      'hands the workspace over',
      ({ owner, second }: Scene) => second.rpc.workspaces.transfer.mutate({ member_id: owner.memberId }),
    ],
  ])('for a new owner when its maker %s, and the one for a developer stays', async (_, act) => {
    const all = await scene();
    const [high, low] = [await all.invite(all.second, 'owner'), await all.invite(all.second, 'developer')];
    await act(all);
    expect(await statusesIn(all)).toEqual({ [high.id]: 'revoked', [low.id]: 'pending' });
    await expectDead(high.token);
    expect((await register(low.token)).status).toBe(200);
  });

  test('with the permission of the member who renewed it, not of its creator', async () => {
    const all = await scene();
    const { id } = await all.invite(all.admin, 'developer');
    const renewed = tokenOf(await all.owner.rpc.invitations.renew.mutate({ invitation_id: id }));
    await all.owner.rpc.members.remove.mutate({ member_id: all.admin.memberId });
    expect(await statusesIn(all)).toEqual({ [id]: 'pending' });
    expect((await register(renewed)).status).toBe(200);
  });

  test('at acceptance too, whatever its own state says', async () => {
    const all = await scene();
    const { id, token } = await all.invite(all.admin, 'developer');
    await queries(database).update(members).set({ role: 'viewer' }).where(eq(members.id, all.admin.memberId));
    await expectDead(token);
    expect(await statusesIn(all)).toEqual({ [id]: 'pending' });

    const { token: other } = await all.invite(all.second, 'developer');
    await queries(database).update(users).set({ status: 'suspended' }).where(eq(users.id, all.second.id));
    await expectDead(other);
  });
});

test('of an acceptance and a demotion at once, what comes first counts', async () => {
  for (let round = 0; round < 8; round += 1) {
    const all = await scene();
    const { token } = await all.invite(all.admin, 'admin');
    const [answer] = await Promise.all([
      register(token),
      all.owner.rpc.members.update.mutate({ member_id: all.admin.memberId, role: 'viewer' }),
    ]);
    const actions = (await auditOf(all.workspaceId)).map(({ action }) => action);
    const order = actions.filter((action) => /^invitation\.(accepted|revoked)$|^member\.updated$/.test(action));
    expect([answer.status, order.filter((action) => action !== 'member.updated')]).toEqual(
      answer.status === 200 ? [200, ['invitation.accepted']] : [404, ['invitation.revoked']],
    );
  }
});

test('reset links are void when an administrator of the installation is suspended', async () => {
  const [maker, other] = [await seedAccount({ admin: true }), await seedAccount({ admin: true })];
  const person = await seedAccount({});
  const at = (account: typeof maker) =>
    rpcClient(server.url, { cookie: account.cookieFor(server.services.config.baseUrl) });
  const { url } = await at(maker).instance.users.reset_link.mutate({ user_id: person.id });
  await at(other).instance.users.suspend.mutate({ user_id: maker.id });

  const token = url?.split('token=')[1];
  const answer = await fetch(`${server.url}/trpc/auth.password.reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ token, password: 'plum rocket wears socks' }),
  });
  expect(answer.status).toBe(404);
});
