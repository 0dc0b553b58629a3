import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { apiKeys } from '../../server/access/schema/keys';
import { members } from '../../server/access/schema/workspaces';
import { purgeDeletedWorkspaces } from '../../server/access/system/workspaces';
import { queries } from '../../server/db/database';
import { users } from '../../server/db/users';
import { workspaces } from '../../server/db/workspaces';
import { database, startServer } from '../support/app';
import { restClient } from '../support/client';
import { auditActionsOf, eventTypesOf, forgetPasswordProof, memberOf, refusalOf, signedIn } from '../support/people';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer();
afterAll(() => server.stop());
const db = queries(database);

describe('a transfer', () => {
  test('makes another member the owner and the owner an admin', async () => {
    const workspaceId = await seedWorkspace();
    const ada = await memberOf(server, workspaceId, 'owner');
    const grace = await memberOf(server, workspaceId, 'viewer');
    await grace.rpc.workspaces.get_overview.query({});

    const owner = await ada.rpc.workspaces.transfer.mutate({ member_id: grace.memberId });
    expect(owner).toMatchObject({ id: grace.memberId, role: 'owner' });
    await grace.rpc.workspaces.update.mutate({ workspace_id: workspaceId, name: 'Hers' });
    const { data } = await grace.rpc.members.list.query({});
    expect(data.map((member) => [member.id, member.role])).toEqual([
      [ada.memberId, 'admin'],
      [grace.memberId, 'owner'],
    ]);
    expect(await eventTypesOf(workspaceId)).toEqual(['member.updated', 'member.updated', 'workspace.updated']);
    expect((await auditActionsOf(workspaceId)).slice(0, 3)).toEqual([
      'member.updated',
      'member.updated',
      'workspace.transferred',
    ]);
    expect(await refusalOf(ada.rpc.workspaces.transfer.mutate({ member_id: ada.memberId }))).toMatchObject({
      code: 'insufficient_role',
    });
  });

  test('needs a recently confirmed password', async () => {
    const workspaceId = await seedWorkspace();
    const ada = await memberOf(server, workspaceId, 'owner');
    const grace = await memberOf(server, workspaceId, 'admin');
    await forgetPasswordProof(ada);
    expect(await refusalOf(ada.rpc.workspaces.transfer.mutate({ member_id: grace.memberId }))).toMatchObject({
      status: 403,
      code: 'step_up_required',
    });
  });

  test('does not go to a suspended account', async () => {
    const workspaceId = await seedWorkspace();
    const ada = await memberOf(server, workspaceId, 'owner');
    const grace = await memberOf(server, workspaceId, 'admin');
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, grace.id));
    expect(await refusalOf(ada.rpc.workspaces.transfer.mutate({ member_id: grace.memberId }))).toMatchObject({
      status: 409,
      code: 'invalid_state',
    });
  });

  test('goes to a member of this workspace only, and not to oneself', async () => {
    const ada = await memberOf(server, await seedWorkspace(), 'owner');
    const outsider = await memberOf(server, await seedWorkspace(), 'viewer');
    const { workspaces: calls } = ada.rpc;
    expect(await refusalOf(calls.transfer.mutate({ member_id: outsider.memberId }))).toMatchObject({ status: 404 });
    expect(await refusalOf(calls.transfer.mutate({ member_id: ada.memberId }))).toMatchObject({
      code: 'invalid_state',
    });
  });

  test('of one workspace to many members at once leaves one owner', async () => {
    const workspaceId = await seedWorkspace();
    const ada = await memberOf(server, workspaceId, 'owner');
    const others = await Promise.all(Array.from({ length: 8 }, () => memberOf(server, workspaceId, 'admin')));
    await Promise.allSettled(others.map(({ memberId }) => ada.rpc.workspaces.transfer.mutate({ member_id: memberId })));
    const rows = await db.select().from(members).where(eq(members.workspaceId, workspaceId));
    expect(rows.filter((row) => row.role === 'owner')).toHaveLength(1);
  });
});

describe('a deleted workspace', () => {
  test('ends its keys and invitations at once and is gone for its members', async () => {
    const workspaceId = await seedWorkspace('Acme');
    const owner = await memberOf(server, workspaceId, 'owner');
    const admin = await memberOf(server, workspaceId, 'admin');
    const keys = [await seedKey(workspaceId), await seedKey(workspaceId)];
    const use = (secret: string) => restClient(server.url, secret)('GET', '/me');
    for (const { secret } of keys) expect((await use(secret)).status).toBe(200);
    await admin.rpc.workspaces.get_overview.query({});
    const { link } = await owner.rpc.invitations.create.mutate({ email: 'grace@example.com', role: 'viewer' });

    const deleted = await owner.rpc.workspaces.delete.mutate({ confirm_name: 'Acme' });
    expect(deleted).toMatchObject({ id: workspaceId, status: 'deleting', version: 2 });
    for (const { secret } of keys) {
      expect(await use(secret)).toMatchObject({ status: 401, body: { code: 'api_key_revoked' } });
    }
    expect(await refusalOf(admin.rpc.workspaces.get_overview.query({}))).toMatchObject({ status: 404 });
    expect((await owner.rpc.workspaces.list.query({})).data).toEqual([]);
    const preview = admin.rpc.invitations.preview.mutate({ token: link?.split('#')[1] ?? '' });
    expect(await refusalOf(preview)).toMatchObject({ status: 404 });

    expect(await eventTypesOf(workspaceId)).toEqual([
      'invitation.created',
      'invitation.revoked',
      'api_key.revoked',
      'api_key.revoked',
      'workspace.updated',
    ]);
    const rows = await db.select().from(apiKeys).where(eq(apiKeys.workspaceId, workspaceId));
    expect(rows.map((row) => row.revokedReason)).toEqual(['workspace_deleted', 'workspace_deleted']);
    // The uses of its keys since then are written some time later.
    const actions = (await auditActionsOf(workspaceId)).filter((action) => action !== 'api_key.rejected');
    expect(actions.at(-1)).toBe('workspace.deleted');
  });

  test('was confirmed by its exact name and the password', async () => {
    const workspaceId = await seedWorkspace('Acme');
    const owner = await memberOf(server, workspaceId, 'owner');
    const other = await memberOf(server, workspaceId, 'owner');
    await forgetPasswordProof(other);

    expect(await refusalOf(owner.rpc.workspaces.delete.mutate({ confirm_name: 'acme' }))).toMatchObject({
      status: 422,
      errors: [{ pointer: '/confirm_name', code: 'mismatch' }],
    });
    expect(await refusalOf(other.rpc.workspaces.delete.mutate({ confirm_name: 'Acme' }))).toMatchObject({
      code: 'step_up_required',
    });
    expect((await owner.rpc.workspaces.list.query({})).data).toMatchObject([{ status: 'active' }]);
  });

  test('is purged with all its data after its time, and no other is', async () => {
    const ada = await signedIn(server);
    const [gone, kept] = [await ada.rpc.workspaces.create.mutate({ name: 'Gone' }), await seedWorkspace()];
    const { secret } = await seedKey(gone.id);
    // As if it had been deleted and restored.
    await db
      .update(workspaces)
      .set({ deletedAt: new Date(0) })
      .where(eq(workspaces.id, kept));
    const deletedAt = new Date();
    await ada.rpcIn(gone.id).workspaces.delete.mutate({ confirm_name: 'Gone' });
    const rowOf = async (id: string) => (await db.select().from(workspaces).where(eq(workspaces.id, id))).length;

    await purgeDeletedWorkspaces(database, { before: deletedAt });
    expect(await rowOf(gone.id)).toBe(1);
    const before = new Date(Date.now() + 1000);
    // Something of it is still to be ended, such as the link to a phone.
    await purgeDeletedWorkspaces(database, { before, ending: [gone.id], beforeEnding: deletedAt });
    expect(await rowOf(gone.id)).toBe(1);
    expect(await purgeDeletedWorkspaces(database, { before, ending: [gone.id] })).toBeGreaterThan(0);
    expect(await rowOf(gone.id)).toBe(0);
    expect(await rowOf(kept)).toBe(1);
    expect(await db.select().from(apiKeys).where(eq(apiKeys.workspaceId, gone.id))).toEqual([]);
    expect(await restClient(server.url, secret)('GET', '/me')).toMatchObject({ body: { code: 'invalid_api_key' } });
    expect(await auditActionsOf(gone.id)).toContain('workspace.deleted');
  });
});
