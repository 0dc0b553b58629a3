import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { invitations } from '../../server/access/schema/workspaces';
import { queries } from '../../server/db/database';
import { newId } from '../../shared/ids';
import { database, startServer } from '../support/app';
import { auditActionsOf, auditOf, eventsOf, eventTypesOf, memberOf, refusalOf } from '../support/people';
import { seedKey, seedWorkspace } from '../support/seed';
import { expireInvitation, invitationsAt, newAddress, newEmail, tokenOf } from './invitations';

// A proxy on loopback is believed, so that a call can come from an address of its own.
const server = await startServer({ trustedProxies: ['127.0.0.0/8'] });
afterAll(() => server.stop());
const db = queries(database);

const HOUR_MS = 3_600_000;
const { anonymous, invite, register } = invitationsAt(server);

describe('an invitation', () => {
  test('is a link that is shown once, with an event and an audit entry that hold no token', async () => {
    const { workspaceId, owner, invitation, email, token } = await invite();
    const { link, ...shown } = invitation;
    expect(link).toBe(`${server.services.config.baseUrl}/user/api/invite#${token}`);
    expect(token).toMatch(/^[0-9A-Za-z]{43}$/);
    expect(shown).toMatchObject({ email, role: 'developer', status: 'pending', created_by: owner.id });
    const days = (Date.parse(shown.expires_at) - Date.parse(shown.created_at)) / (24 * HOUR_MS);
    expect(days).toBe(7);

    expect((await owner.rpc.invitations.list.query({})).data).toEqual([shown]);
    expect(await eventsOf(workspaceId)).toMatchObject([{ type: 'invitation.created', data: shown }]);
    expect(await auditActionsOf(workspaceId)).toEqual(['invitation.created']);
    const stored = JSON.stringify([await eventsOf(workspaceId), await auditOf(workspaceId)]);
    expect(stored).not.toContain(token);
    expect(JSON.stringify(await db.select().from(invitations))).not.toContain(token);
  });

  test('normalises the e-mail address', async () => {
    const { invitation } = await invite('viewer', '  Grace.Hopper@EXAMPLE.com ');
    expect(invitation.email).toBe('grace.hopper@example.com');
  });

  test('is refused for bad input', async () => {
    const { owner } = await invite();
    const call = owner.rpc.invitations.create.mutate({ email: 'nobody', role: 'viewer', expires_in_days: 31 });
    expect(await refusalOf(call)).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [
        { pointer: '/email', code: 'invalid_email' },
        { pointer: '/expires_in_days', code: 'too_big' },
      ],
    });
  });

  test('is created once per address, and not for a member', async () => {
    const { owner, email, invitation } = await invite();
    const create = (to: string) => owner.rpc.invitations.create.mutate({ email: to, role: 'viewer' });
    expect(await refusalOf(create(email))).toMatchObject({ status: 409, code: 'conflict' });
    expect(await refusalOf(create(owner.email))).toMatchObject({ status: 409, code: 'conflict' });

    await owner.rpc.invitations.revoke.mutate({ invitation_id: invitation.id });
    expect(await create(email)).toMatchObject({ status: 'pending' });
  });

  test('can be created for a member of another workspace', async () => {
    const { owner } = await invite();
    const elsewhere = await memberOf(server, await seedWorkspace(), 'owner');
    const made = await owner.rpc.invitations.create.mutate({ email: elsewhere.email, role: 'viewer' });
    expect(made).toMatchObject({ status: 'pending', email: elsewhere.email });
  });

  test('of an owner cannot be created, renewed or revoked by an admin', async () => {
    const { workspaceId, invitation } = await invite('owner');
    const admin = await memberOf(server, workspaceId, 'admin');
    const { invitations: calls } = admin.rpc;
    for (const call of [
      () => calls.create.mutate({ email: newEmail(), role: 'owner' }),
      () => calls.renew.mutate({ invitation_id: invitation.id }),
      () => calls.revoke.mutate({ invitation_id: invitation.id }),
    ]) {
      expect(await refusalOf(call())).toMatchObject({ status: 403, code: 'insufficient_role' });
    }
    expect(await calls.create.mutate({ email: newEmail(), role: 'admin' })).toMatchObject({ role: 'admin' });
  });

  test('is created at most 30 times an hour', async () => {
    const workspaceId = await seedWorkspace();
    const owner = await memberOf(server, workspaceId, 'owner');
    const create = () => owner.rpc.invitations.create.mutate({ email: newEmail(), role: 'viewer' });
    const results = await Promise.allSettled(Array.from({ length: 35 }, create));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(30);
    expect(await refusalOf(create())).toMatchObject({ status: 429, code: 'rate_limited' });

    const response = await fetch(`${server.url}/trpc/invitations.create`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: server.url,
        cookie: owner.cookie,
        'x-workspace-id': workspaceId,
      },
      body: JSON.stringify({ email: newEmail(), role: 'viewer' }),
    });
    expect(Number(response.headers.get('retry-after'))).toBeWithin(3590, 3601);

    const ago = new Date(Date.now() - HOUR_MS - 1000);
    await db.update(invitations).set({ createdAt: ago }).where(eq(invitations.workspaceId, workspaceId));
    expect(await create()).toMatchObject({ status: 'pending' });
  });

  test('is pending at most a hundred times in a workspace', async () => {
    const { workspaceId, owner, invitation } = await invite();
    const [template] = await db.select().from(invitations).where(eq(invitations.id, invitation.id));
    if (!template) throw new Error('No invitation.');
    const ago = new Date(Date.now() - 2 * HOUR_MS);
    await db.insert(invitations).values(
      Array.from({ length: 98 }, () => {
        const id = newId('inv', ago.getTime());
        return { ...template, id, tokenHash: id, email: newEmail(), createdAt: ago };
      }),
    );

    const create = () => owner.rpc.invitations.create.mutate({ email: newEmail(), role: 'viewer' });
    expect(await create()).toMatchObject({ status: 'pending' });
    expect(await refusalOf(create())).toMatchObject({ status: 409, code: 'conflict' });
    await db.update(invitations).set({ revokedAt: ago }).where(eq(invitations.id, invitation.id));
    expect(await create()).toMatchObject({ workspace_id: workspaceId });
  });

  test('is listed by state, in pages', async () => {
    const { owner, invitation: pending } = await invite();
    const { invitations: calls } = owner.rpc;
    const revoked = await calls.create.mutate({ email: newEmail(), role: 'viewer' });
    await calls.revoke.mutate({ invitation_id: revoked.id });
    const expired = await calls.create.mutate({ email: newEmail(), role: 'viewer' });
    await expireInvitation(expired.id);

    const idsOf = async (...status: ('pending' | 'revoked' | 'expired' | 'accepted')[]) =>
      (await calls.list.query({ status })).data.map(({ id }) => id);
    expect(await idsOf('pending')).toEqual([pending.id]);
    expect(await idsOf('expired', 'revoked')).toEqual([expired.id, revoked.id]);
    expect(await idsOf('accepted')).toEqual([]);
    const first = await calls.list.query({ limit: 1 });
    expect(first).toMatchObject({ data: [{ id: expired.id, status: 'expired' }], has_more: true });
    const cursor = first.next_cursor ?? '';
    expect((await calls.list.query({ limit: 5, cursor })).data.map(({ id }) => id)).toEqual([revoked.id, pending.id]);
    expect(await refusalOf(calls.list.query({ cursor, status: ['pending'] }))).toMatchObject({
      code: 'invalid_cursor',
    });
  });

  test('of another workspace is not found', async () => {
    const { invitation, workspaceId } = await invite();
    const { owner: outsider } = await invite();
    const { invitations: calls } = outsider.rpc;
    for (const invitation_id of [invitation.id, 'inv_01jd9x3k2mf8v9q4zt7w5b6n0c']) {
      expect(await refusalOf(calls.renew.mutate({ invitation_id }))).toMatchObject({ status: 404 });
      expect(await refusalOf(calls.revoke.mutate({ invitation_id }))).toMatchObject({ status: 404 });
    }
    expect((await calls.list.query({})).data.map(({ id }) => id)).not.toContain(invitation.id);
    expect(await eventTypesOf(workspaceId)).toEqual(['invitation.created']);
  });

  test('cannot be created by a key', async () => {
    const { secret } = await seedKey(await seedWorkspace(), { fullAccess: true });
    const response = await fetch(`${server.url}/trpc/invitations.create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ email: newEmail(), role: 'owner' }),
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { data: { problem: { code: 'insufficient_role' } } } });
  });
});

describe('a preview', () => {
  test('shows inviter, address and workspace', async () => {
    const { token } = await invite('admin', 'grace.hopper@navy.example.com');
    expect(await anonymous().invitations.preview.mutate({ token })).toEqual({
      workspace_name: 'Acme',
      role: 'admin',
      inviter_name: 'Ada',
      email: 'grace.hopper@navy.example.com',
    });
  });

  test('gives the same answer for every invalid link', async () => {
    const revoked = await invite();
    await revoked.owner.rpc.invitations.revoke.mutate({ invitation_id: revoked.invitation.id });
    const expired = await invite();
    await expireInvitation(expired.invitation.id);
    const replaced = await invite();
    await replaced.owner.rpc.invitations.renew.mutate({ invitation_id: replaced.invitation.id });
    const used = await invite();
    expect((await register(used.token)).status).toBe(200);
    const deleted = await invite();
    await deleted.owner.rpc.workspaces.delete.mutate({ confirm_name: 'Acme' });

    const tokens = [revoked, expired, replaced, used, deleted].map(({ token }) => token);
    for (const token of [...tokens, 'x'.repeat(43), 'short', '€'.repeat(256)]) {
      const refusal = await refusalOf(anonymous().invitations.preview.mutate({ token }));
      const { request_id: _, ...rest } = refusal;
      expect(rest).toEqual({
        type: `${server.services.config.baseUrl}/user/api/docs/errors#not_found`,
        title: 'No such object in this workspace.',
        status: 404,
        detail: 'This invitation link is no longer valid.',
        instance: '/trpc/invitations.preview',
        code: 'not_found',
        retryable: false,
      });
      expect(await refusalOf(anonymous().invitations.accept.mutate({ token }))).toEqual({
        ...rest,
        instance: '/trpc/invitations.accept',
        request_id: expect.any(String),
      });
    }
  });

  test('of invalid links is limited to ten per hour and address', async () => {
    const { token } = await invite();
    const ip = newAddress();
    const preview = (of: string, from = ip) => anonymous(from).invitations.preview.mutate({ token: of });
    await preview(token);
    for (let times = 0; times < 10; times += 1) {
      expect(await refusalOf(preview('dead'))).toMatchObject({ status: 404 });
    }
    expect(await refusalOf(preview('dead'))).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(await refusalOf(preview(token))).toMatchObject({ status: 429 });
    expect(await preview(token, newAddress())).toMatchObject({ workspace_name: 'Acme' });
  });
});

describe('renewing', () => {
  test('invalidates the old link and revives an expired invitation', async () => {
    const { workspaceId, owner, invitation, token } = await invite();
    await expireInvitation(invitation.id);

    const renewed = await owner.rpc.invitations.renew.mutate({ invitation_id: invitation.id, expires_in_days: 1 });
    expect(renewed).toMatchObject({ id: invitation.id, status: 'pending' });
    expect(tokenOf(renewed)).not.toBe(token);
    expect(await refusalOf(anonymous().invitations.preview.mutate({ token }))).toMatchObject({ status: 404 });
    expect(await anonymous().invitations.preview.mutate({ token: tokenOf(renewed) })).toMatchObject({
      workspace_name: 'Acme',
    });
    expect(await auditActionsOf(workspaceId)).toEqual(['invitation.created', 'invitation.renewed']);
  });

  test('does not revive one whose address was invited again', async () => {
    const { owner, invitation, email } = await invite();
    await expireInvitation(invitation.id);
    await owner.rpc.invitations.create.mutate({ email, role: 'viewer' });
    const call = owner.rpc.invitations.renew.mutate({ invitation_id: invitation.id });
    expect(await refusalOf(call)).toMatchObject({ status: 409, code: 'conflict' });
  });

  test('does not revive one that was revoked or accepted', async () => {
    const revoked = await invite();
    await revoked.owner.rpc.invitations.revoke.mutate({ invitation_id: revoked.invitation.id });
    const accepted = await invite();
    await register(accepted.token);
    for (const { owner, invitation } of [revoked, accepted]) {
      const call = owner.rpc.invitations.renew.mutate({ invitation_id: invitation.id });
      expect(await refusalOf(call)).toMatchObject({ status: 409, code: 'invalid_state' });
    }
  });
});

describe('revoking', () => {
  test('twice is the same as once; an accepted one is not affected', async () => {
    const { workspaceId, owner, invitation } = await invite();
    const revoke = () => owner.rpc.invitations.revoke.mutate({ invitation_id: invitation.id });
    const first = await revoke();
    expect(first).toMatchObject({ status: 'revoked' });
    expect(await revoke()).toEqual(first);
    expect(await eventTypesOf(workspaceId)).toEqual(['invitation.created', 'invitation.revoked']);

    const accepted = await invite();
    await register(accepted.token);
    const late = accepted.owner.rpc.invitations.revoke.mutate({ invitation_id: accepted.invitation.id });
    expect(await refusalOf(late)).toMatchObject({ status: 409, code: 'invalid_state' });
  });
});
