import { afterAll, describe, expect, test } from 'bun:test';

import { appRouter } from '../../server/router';
import { ROLES, type Role } from '../../shared/access/scopes';
import { startServer } from '../support/app';
import { rpcClient } from '../support/client';
import { memberOf, refusalOf, signedIn } from '../support/people';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer();
afterAll(() => server.stop());

type Client = ReturnType<typeof rpcClient>;

/** A workspace with somebody to act on, besides the caller. */
interface Scene {
  workspaceId: string;
  targetId: string;
  invitationId: string;
}

interface Rule {
  roles: readonly Role[];
  call: (rpc: Client, scene: Scene) => Promise<unknown>;
  /** Callable with a key too. */
  byKey?: true;
}

const ALL = ROLES;
const ADMINS = ['owner', 'admin'] as const;
const email = 'grace@example.com';

const RULES: Record<string, Rule> = {
  'workspaces.list': { roles: ALL, call: (rpc) => rpc.workspaces.list.query({}) },
  'workspaces.create': { roles: ALL, call: (rpc) => rpc.workspaces.create.mutate({ name: 'Another' }) },
  'workspaces.get': {
    roles: ALL,
    byKey: true,
    call: (rpc, { workspaceId }) => rpc.workspaces.get.query({ workspace_id: workspaceId }),
  },
  'workspaces.update': {
    roles: ADMINS,
    byKey: true,
    call: (rpc, { workspaceId }) => rpc.workspaces.update.mutate({ workspace_id: workspaceId, name: 'New name' }),
  },
  'workspaces.get_overview': { roles: ALL, call: (rpc) => rpc.workspaces.get_overview.query({}) },
  'workspaces.transfer': {
    roles: ['owner'],
    call: (rpc, { targetId }) => rpc.workspaces.transfer.mutate({ member_id: targetId }),
  },
  'workspaces.delete': {
    roles: ['owner'],
    call: (rpc) => rpc.workspaces.delete.mutate({ confirm_name: 'Acme' }),
  },
  'members.list': { roles: ALL, byKey: true, call: (rpc) => rpc.members.list.query({}) },
  'members.get': {
    roles: ALL,
    byKey: true,
    call: (rpc, { targetId }) => rpc.members.get.query({ member_id: targetId }),
  },
  'members.update': {
    roles: ADMINS,
    call: (rpc, { targetId }) => rpc.members.update.mutate({ member_id: targetId, role: 'developer' }),
  },
  'members.remove': {
    roles: ADMINS,
    call: (rpc, { targetId }) => rpc.members.remove.mutate({ member_id: targetId }),
  },
  'members.leave': { roles: ALL, call: (rpc) => rpc.members.leave.mutate({}) },
  'invitations.create': {
    roles: ADMINS,
    call: (rpc) => rpc.invitations.create.mutate({ email: 'joan@example.com', role: 'viewer' }),
  },
  'invitations.list': { roles: ALL, call: (rpc) => rpc.invitations.list.query({}) },
  'invitations.renew': {
    roles: ADMINS,
    call: (rpc, { invitationId }) => rpc.invitations.renew.mutate({ invitation_id: invitationId }),
  },
  'invitations.revoke': {
    roles: ADMINS,
    call: (rpc, { invitationId }) => rpc.invitations.revoke.mutate({ invitation_id: invitationId }),
  },
};
/** Anybody may call these; what counts is the token. Their own tests are in invitations.test.ts. */
const PUBLIC = ['invitations.preview', 'invitations.accept'];

async function scene(): Promise<Scene> {
  const workspaceId = await seedWorkspace('Acme');
  const owner = await memberOf(server, workspaceId, 'owner');
  const target = await memberOf(server, workspaceId, 'viewer');
  const { id } = await owner.rpc.invitations.create.mutate({ email, role: 'viewer' });
  return { workspaceId, targetId: target.memberId, invitationId: id };
}

test('every procedure of workspaces, members and invitations has its rule', () => {
  const procedures = Object.keys(appRouter._def.procedures).filter((name) =>
    /^(workspaces|members|invitations)\./.test(name),
  );
  expect([...Object.keys(RULES), ...PUBLIC].toSorted()).toEqual(procedures.toSorted());
});

describe.each(Object.entries(RULES))('%s', (_, { roles, call, byKey }) => {
  test.each([...ROLES])('as %s', async (role) => {
    const at = await scene();
    const caller = await memberOf(server, at.workspaceId, role);
    if (roles.includes(role)) await call(caller.rpc, at);
    else expect(await refusalOf(call(caller.rpc, at))).toMatchObject({ status: 403, code: 'insufficient_role' });
  });

  test('without a session, from outside and with a key', async () => {
    const at = await scene();
    const anonymous = rpcClient(server.url, { workspaceId: at.workspaceId });
    expect(await refusalOf(call(anonymous, at))).toMatchObject({ status: 401, code: 'session_required' });

    const { secret } = await seedKey(at.workspaceId);
    const origin = server.services.config.baseUrl;
    const keyed = rpcClient(server.url, { headers: { authorization: `Bearer ${secret}`, origin } });
    if (byKey) await call(keyed, at);
    else expect(await refusalOf(call(keyed, at))).toMatchObject({ status: 403, code: 'insufficient_role' });
  });
});

describe.each(Object.entries(RULES).filter(([name]) => !['workspaces.list', 'workspaces.create'].includes(name)))(
  '%s',
  (_, { call }) => {
    test('in a workspace of others is 404', async () => {
      const at = await scene();
      const outsider = await signedIn(server, at.workspaceId);
      expect(await refusalOf(call(outsider.rpc, at))).toMatchObject({ status: 404, code: 'not_found' });
    });
  },
);
