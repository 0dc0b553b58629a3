import { afterAll, describe, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { auditActionsOf, eventsOf, eventTypesOf, forgetPasswordProof, memberOf, refusalOf } from '../support/people';
import { seedKey, seedMember, seedUser, seedWorkspace } from '../support/seed';

const server = await startServer();
afterAll(() => server.stop());

const NEVER = 'mem_01jd9x3k2mf8v9q4zt7w5b6n0c';

describe('a key', () => {
  test('lists the members with their people and pages through them', async () => {
    const workspaceId = await seedWorkspace();
    const owner = await memberOf(server, workspaceId, 'owner');
    const viewer = await memberOf(server, workspaceId, 'viewer');
    const { secret } = await seedKey(workspaceId, { scopes: ['workspace:read'] });
    const rest = restClient(server.url, secret);

    const first = await rest('GET', '/members?limit=1');
    expect(first.status).toBe(200);
    expect(first.body['data']).toMatchObject([{ id: owner.memberId, email: owner.email, role: 'owner', name: 'Ada' }]);
    const second = await rest('GET', `/members?limit=1&cursor=${first.body['next_cursor']}`);
    const data = [{ id: viewer.memberId, user_id: viewer.id, role: 'viewer' }];
    expect(second.body).toMatchObject({ data, has_more: false });
  });

  test('reads one member with its tag', async () => {
    const workspaceId = await seedWorkspace();
    const { memberId, rpc } = await memberOf(server, workspaceId, 'admin');
    const { secret } = await seedKey(workspaceId, { scopes: ['workspace:read'] });

    const { status, headers, body } = await restClient(server.url, secret)('GET', `/members/${memberId}`);
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toMatchObject({ id: memberId, role: 'admin', workspace_id: workspaceId });

    const unchanged = { 'if-none-match': '"1"' };
    const again = () => restClient(server.url, secret)('GET', `/members/${memberId}`, undefined, unchanged);
    expect((await again()).status).toBe(304);
    await rpc.account.update.mutate({ name: 'Ada King' });
    expect(await again()).toMatchObject({ status: 200, body: { name: 'Ada King', version: 2 } });
  });

  test('does not find members of another workspace', async () => {
    const theirs = await memberOf(server, await seedWorkspace(), 'owner');
    const { secret } = await seedKey(await seedWorkspace());
    const rest = restClient(server.url, secret);

    expect((await rest('GET', '/members')).body).toMatchObject({ data: [] });
    const foreign = await rest('GET', `/members/${theirs.memberId}`);
    const unknown = await rest('GET', `/members/${NEVER}`);
    expect(foreign.status).toBe(404);
    const { request_id: _, instance: __, ...problem } = foreign.body;
    expect(unknown.body).toMatchObject(problem);
  });

  test('needs workspace:read', async () => {
    const { secret } = await seedKey(await seedWorkspace(), { scopes: ['models:read'] });
    const { status, body } = await restClient(server.url, secret)('GET', '/members');
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'insufficient_scope', required_scopes: ['workspace:read'] });
  });

  test('reports invalid input', async () => {
    const { secret } = await seedKey(await seedWorkspace());
    const { status, body } = await restClient(server.url, secret)('GET', '/members?limit=101&role=owner');
    expect(status).toBe(400);
    expect(body['errors']).toMatchObject([
      { pointer: '/limit', code: 'too_big' },
      { pointer: '/role', code: 'unknown_parameter' },
    ]);
  });
});

describe('a role', () => {
  test('changes with an event, an audit entry and a new version', async () => {
    const workspaceId = await seedWorkspace();
    const owner = await memberOf(server, workspaceId, 'owner');
    const { memberId } = await memberOf(server, workspaceId, 'viewer');

    const changed = await owner.rpc.members.update.mutate({ member_id: memberId, role: 'developer' });
    expect(changed).toMatchObject({ id: memberId, role: 'developer', version: 2 });
    expect(await eventsOf(workspaceId)).toMatchObject([{ type: 'member.updated', data: changed }]);
    expect(await auditActionsOf(workspaceId)).toEqual(['member.updated']);

    await owner.rpc.members.update.mutate({ member_id: memberId, role: 'developer' });
    expect(await eventTypesOf(workspaceId)).toHaveLength(1);
  });

  test('that was lowered applies from the next request', async () => {
    const workspaceId = await seedWorkspace();
    const owner = await memberOf(server, workspaceId, 'owner');
    const admin = await memberOf(server, workspaceId, 'admin');
    const rename = (name: string) => admin.rpc.workspaces.update.mutate({ workspace_id: workspaceId, name });
    await rename('First');
    await admin.rpc.workspaces.get_overview.query({});

    await owner.rpc.members.update.mutate({ member_id: admin.memberId, role: 'viewer' });
    expect(await refusalOf(rename('Second'))).toMatchObject({ status: 403, code: 'insufficient_role' });
  });

  test('of an owner cannot be given or taken by an admin', async () => {
    const workspaceId = await seedWorkspace();
    const owner = await memberOf(server, workspaceId, 'owner');
    const admin = await memberOf(server, workspaceId, 'admin');
    const viewer = await memberOf(server, workspaceId, 'viewer');
    const { members } = admin.rpc;

    for (const [member_id, role] of [
      [owner.memberId, 'viewer'],
      [viewer.memberId, 'owner'],
      [admin.memberId, 'owner'],
    ] as const) {
      expect(await refusalOf(members.update.mutate({ member_id, role }))).toMatchObject({ code: 'insufficient_role' });
    }
    expect(await refusalOf(members.remove.mutate({ member_id: owner.memberId }))).toMatchObject({
      code: 'insufficient_role',
    });
    expect(await members.update.mutate({ member_id: viewer.memberId, role: 'admin' })).toMatchObject({ role: 'admin' });
    expect(await eventTypesOf(workspaceId)).toEqual(['member.updated']);
  });

  test('is changed only with the current ETag in If-Match', async () => {
    const workspaceId = await seedWorkspace();
    const owner = await memberOf(server, workspaceId, 'owner');
    const { memberId } = await memberOf(server, workspaceId, 'viewer');
    const response = await fetch(`${server.url}/trpc/members.update`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: server.url,
        cookie: owner.cookie,
        'x-workspace-id': workspaceId,
        'if-match': '"7"',
      },
      body: JSON.stringify({ member_id: memberId, role: 'admin' }),
    });
    expect(response.status).toBe(412);
  });
});

describe('the last owner', () => {
  test('can neither step down nor leave', async () => {
    const workspaceId = await seedWorkspace();
    const owner = await memberOf(server, workspaceId, 'owner');
    await memberOf(server, workspaceId, 'admin');

    const down = owner.rpc.members.update.mutate({ member_id: owner.memberId, role: 'admin' });
    expect(await refusalOf(down)).toMatchObject({ status: 409, code: 'invalid_state' });
    expect(await refusalOf(owner.rpc.members.leave.mutate({}))).toMatchObject({ status: 409, code: 'invalid_state' });
    expect(await eventTypesOf(workspaceId)).toEqual([]);
  });

  test('stays when all owners leave at once', async () => {
    const workspaceId = await seedWorkspace();
    const owners = await Promise.all(Array.from({ length: 8 }, () => memberOf(server, workspaceId, 'owner')));

    const results = await Promise.allSettled(owners.map((owner) => owner.rpc.members.leave.mutate({})));
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(1);
    const { secret } = await seedKey(workspaceId);
    const { body } = await restClient(server.url, secret)('GET', '/members');
    expect(body['data']).toMatchObject([{ role: 'owner' }]);
  });

  test('stays when two owners demote each other at once', async () => {
    const workspaceId = await seedWorkspace();
    const one = await memberOf(server, workspaceId, 'owner');
    const other = await memberOf(server, workspaceId, 'owner');

    const results = await Promise.allSettled([
      one.rpc.members.update.mutate({ member_id: other.memberId, role: 'viewer' }),
      other.rpc.members.update.mutate({ member_id: one.memberId, role: 'viewer' }),
    ]);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a member', () => {
  test('who leaves no longer finds the workspace', async () => {
    const workspaceId = await seedWorkspace();
    await memberOf(server, workspaceId, 'owner');
    const viewer = await memberOf(server, workspaceId, 'viewer');

    expect(await viewer.rpc.members.leave.mutate({})).toMatchObject({ id: viewer.memberId });
    expect(await refusalOf(viewer.rpc.workspaces.get_overview.query({}))).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect(await eventTypesOf(workspaceId)).toEqual(['member.removed']);
    expect(await auditActionsOf(workspaceId)).toEqual(['member.removed']);
  });

  test('who is the last admin must confirm the password to leave', async () => {
    const workspaceId = await seedWorkspace();
    await memberOf(server, workspaceId, 'owner');
    const admin = await memberOf(server, workspaceId, 'admin');
    await forgetPasswordProof(admin);
    expect(await refusalOf(admin.rpc.members.leave.mutate({}))).toMatchObject({ code: 'step_up_required' });

    await seedMember(workspaceId, (await seedUser()).id, 'admin');
    expect(await admin.rpc.members.leave.mutate({})).toMatchObject({ id: admin.memberId });
  });

  test('who was removed is refused from the next request on', async () => {
    const workspaceId = await seedWorkspace();
    const owner = await memberOf(server, workspaceId, 'owner');
    const developer = await memberOf(server, workspaceId, 'developer');
    await developer.rpc.workspaces.get_overview.query({});

    await owner.rpc.members.remove.mutate({ member_id: developer.memberId });
    expect(await refusalOf(developer.rpc.workspaces.get_overview.query({}))).toMatchObject({ status: 404 });
    expect(await eventTypesOf(workspaceId)).toEqual(['member.removed']);
  });

  test('leaves, and cannot remove themselves', async () => {
    const workspaceId = await seedWorkspace();
    await memberOf(server, workspaceId, 'owner');
    const admin = await memberOf(server, workspaceId, 'admin');
    const call = admin.rpc.members.remove.mutate({ member_id: admin.memberId });
    expect(await refusalOf(call)).toMatchObject({ status: 409, code: 'invalid_state' });
  });

  test('of another workspace cannot be changed or removed', async () => {
    const owner = await memberOf(server, await seedWorkspace(), 'owner');
    const theirs = await seedWorkspace();
    const { memberId } = await memberOf(server, theirs, 'viewer');

    for (const member_id of [memberId, NEVER]) {
      expect(await refusalOf(owner.rpc.members.update.mutate({ member_id, role: 'admin' }))).toMatchObject({
        status: 404,
      });
      expect(await refusalOf(owner.rpc.members.remove.mutate({ member_id }))).toMatchObject({ status: 404 });
    }
    expect(await eventTypesOf(theirs)).toEqual([]);
  });
});
