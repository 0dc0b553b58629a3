import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { purgeRevokedKeys } from '../../server/access/keys/jobs';
import { apiKeys } from '../../server/access/schema/keys';
import { queries } from '../../server/db/database';
import { database, startServer } from '../support/app';
import { restClient } from '../support/client';
import { eventsOf, memberOf, refusalOf } from '../support/people';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer();
afterAll(() => server.stop());

const WEBHOOK = { url: 'https://hooks.example.com/', events: ['api_key.*'] };

describe('a member', () => {
  test('with live keys is removed only with a decision about them', async () => {
    const workspaceId = await seedWorkspace();
    const owner = await memberOf(server, workspaceId, 'owner');
    const developer = await memberOf(server, workspaceId, 'developer');
    const createdBy = { type: 'user' as const, id: developer.id, name: 'Ada' };
    const live = await seedKey(workspaceId, { createdBy });
    const others = await seedKey(workspaceId);
    const use = (secret: string) => restClient(server.url, secret)('GET', '/me');
    expect((await use(live.secret)).status).toBe(200);

    const undecided = owner.rpc.members.remove.mutate({ member_id: developer.memberId });
    expect(await refusalOf(undecided)).toMatchObject({
      status: 422,
      code: 'unprocessable',
      errors: [{ pointer: '/keys', code: 'required' }],
    });
    await owner.rpc.members.remove.mutate({ member_id: developer.memberId, keys: 'revoke' });

    expect(await use(live.secret)).toMatchObject({ status: 401, body: { code: 'api_key_revoked' } });
    expect((await use(others.secret)).status).toBe(200);
    expect(await eventsOf(workspaceId)).toMatchObject([
      { type: 'api_key.revoked', data: { id: live.id, revoked_reason: 'member_removed', revoked_by: owner.id } },
      { type: 'member.removed', data: { id: developer.memberId } },
    ]);
  });

  test('whose new role allows less than live keys of theirs needs a decision about those keys', async () => {
    const workspaceId = await seedWorkspace();
    const owner = await memberOf(server, workspaceId, 'owner');
    const admin = await memberOf(server, workspaceId, 'admin');
    const createdBy = { type: 'user' as const, id: admin.id, name: 'Ada' };
    const within = await seedKey(workspaceId, { createdBy, scopes: ['links:write'] });
    const beyond = [
      await seedKey(workspaceId, { createdBy, fullAccess: true }),
      await seedKey(workspaceId, { createdBy, scopes: ['links:read', 'keys:write'] }),
    ];
    const others = await seedKey(workspaceId, { fullAccess: true });
    const change = { member_id: admin.memberId, role: 'developer' as const };

    expect(await refusalOf(owner.rpc.members.update.mutate(change))).toMatchObject({
      status: 422,
      detail: expect.stringContaining('2 active keys'),
      errors: [{ pointer: '/keys', code: 'required' }],
    });
    expect(await owner.rpc.members.get.query({ member_id: admin.memberId })).toMatchObject({ role: 'admin' });
    expect(await owner.rpc.members.update.mutate({ ...change, keys: 'revoke' })).toMatchObject({ role: 'developer' });

    const statusOf = async ({ secret }: { secret: string }) =>
      (await restClient(server.url, secret)('GET', '/me')).status;
    expect(await Promise.all([within, ...beyond, others].map((key) => statusOf(key)))).toEqual([200, 401, 401, 200]);
    expect(await eventsOf(workspaceId)).toMatchObject([
      ...beyond.map(({ id }) => ({ type: 'api_key.revoked', data: { id, revoked_reason: 'role_lowered' } })),
      { type: 'member.updated', data: { role: 'developer' } },
    ]);
  });

  test('is removed only with a decision about the webhooks that they or their keys created', async () => {
    const workspaceId = await seedWorkspace();
    const owner = await memberOf(server, workspaceId, 'owner');
    const admin = await memberOf(server, workspaceId, 'admin');
    const own = await admin.rpc.webhooks.create.mutate(WEBHOOK);
    const createdBy = { type: 'user' as const, id: admin.id, name: 'Ada' };
    const key = await seedKey(workspaceId, { createdBy, fullAccess: true });
    // A key that the key created is the member's too.
    const grandchild = await restClient(server.url, key.secret)('POST', '/keys', {
      kind: 'ak',
      name: 'A',
      full_access: true,
    });
    const byKey = await restClient(server.url, grandchild.body.secret)('POST', '/webhooks', WEBHOOK);
    const others = await owner.rpc.webhooks.create.mutate(WEBHOOK);
    const { memberId: member_id } = admin;

    expect(await refusalOf(owner.rpc.members.remove.mutate({ member_id }))).toMatchObject({
      status: 422,
      errors: [{ pointer: '/keys' }, { pointer: '/webhooks', message: expect.stringContaining('2 active webhooks') }],
    });
    await owner.rpc.members.remove.mutate({ member_id, keys: 'revoke', webhooks: 'disable' });

    const statusOf = async (id: string) => (await owner.rpc.webhooks.get.query({ webhook_id: id })).status;
    expect(await statusOf(own.id)).toBe('disabled');
    expect(await statusOf(byKey.body.id)).toBe('disabled');
    expect(await statusOf(others.id)).toBe('active');
    expect((await restClient(server.url, grandchild.body.secret)('GET', '/me')).body.code).toBe('api_key_revoked');
    const types = (await eventsOf(workspaceId)).map(({ type }) => type);
    expect(types.slice(-5)).toEqual([
      'api_key.revoked',
      'api_key.revoked',
      'webhook.disabled',
      'webhook.disabled',
      'member.removed',
    ]);
  });

  test('includes keys created by their keys, even when clocks differ and the first key was revoked long ago', async () => {
    const workspaceId = await seedWorkspace();
    const owner = await memberOf(server, workspaceId, 'owner');
    const admin = await memberOf(server, workspaceId, 'admin');
    // The id of the second key is the lower one.
    const second = await seedKey(workspaceId);
    const first = await seedKey(workspaceId, {
      createdBy: { type: 'user', id: admin.id, name: 'Ada' },
      revokedAt: new Date('2020-01-01'),
    });
    await queries(database)
      .update(apiKeys)
      .set({ createdBy: { type: 'key', id: first.id, name: 'A' } })
      .where(eq(apiKeys.id, second.id));
    await purgeRevokedKeys(server.services);

    const { memberId: member_id } = admin;
    expect(await refusalOf(owner.rpc.members.remove.mutate({ member_id }))).toMatchObject({
      status: 422,
      errors: [{ pointer: '/keys', message: expect.stringContaining('1 active key.') }],
    });
    await owner.rpc.members.remove.mutate({ member_id, keys: 'revoke' });
    expect((await restClient(server.url, second.secret)('GET', '/me')).body.code).toBe('api_key_revoked');
  });

  test('whose new role may not read what their webhooks receive needs a decision about the webhooks', async () => {
    const workspaceId = await seedWorkspace();
    const owner = await memberOf(server, workspaceId, 'owner');
    const admin = await memberOf(server, workspaceId, 'admin');
    const within = await admin.rpc.webhooks.create.mutate({ ...WEBHOOK, events: ['link.*'] });
    const beyond = await admin.rpc.webhooks.create.mutate({ ...WEBHOOK, events: ['link.created', 'api_key.*'] });
    const change = { member_id: admin.memberId, role: 'viewer' as const };

    expect(await refusalOf(owner.rpc.members.update.mutate(change))).toMatchObject({
      status: 422,
      errors: [{ pointer: '/webhooks', code: 'required' }],
    });
    await owner.rpc.members.update.mutate({ ...change, webhooks: 'disable' });
    const statusOf = async (id: string) => (await owner.rpc.webhooks.get.query({ webhook_id: id })).status;
    expect([await statusOf(within.id), await statusOf(beyond.id)]).toEqual(['active', 'disabled']);
  });

  test('keeps keys that grant more than the new role, on request', async () => {
    const workspaceId = await seedWorkspace();
    const owner = await memberOf(server, workspaceId, 'owner');
    const admin = await memberOf(server, workspaceId, 'admin');
    const key = await seedKey(workspaceId, {
      createdBy: { type: 'user', id: admin.id, name: 'Ada' },
      fullAccess: true,
    });
    await owner.rpc.members.update.mutate({ member_id: admin.memberId, role: 'viewer', keys: 'keep' });
    expect((await restClient(server.url, key.secret)('GET', '/me')).status).toBe(200);
    // A higher role asks for nothing.
    expect(await owner.rpc.members.update.mutate({ member_id: admin.memberId, role: 'admin' })).toMatchObject({
      role: 'admin',
    });
  });

  test('leaves live keys behind on request', async () => {
    const workspaceId = await seedWorkspace();
    const owner = await memberOf(server, workspaceId, 'owner');
    const admin = await memberOf(server, workspaceId, 'admin');
    const { secret } = await seedKey(workspaceId, { createdBy: { type: 'user', id: admin.id, name: 'Ada' } });

    await owner.rpc.members.remove.mutate({ member_id: admin.memberId, keys: 'keep' });
    expect((await restClient(server.url, secret)('GET', '/me')).status).toBe(200);
  });

  test('whose keys have ended needs no decision', async () => {
    const workspaceId = await seedWorkspace();
    const owner = await memberOf(server, workspaceId, 'owner');
    const admin = await memberOf(server, workspaceId, 'admin');
    const createdBy = { type: 'user' as const, id: admin.id, name: 'Ada' };
    const past = new Date(Date.now() - 1000);
    await seedKey(workspaceId, { createdBy, expiresAt: past });
    await seedKey(workspaceId, { createdBy, revokedAt: past, revokedReason: 'manual' });

    expect(await owner.rpc.members.remove.mutate({ member_id: admin.memberId })).toMatchObject({ id: admin.memberId });
  });
});
