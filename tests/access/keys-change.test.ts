import { afterAll, describe, expect, test } from 'bun:test';

import type { Scope } from '../../shared/access/scopes';
import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { auditOf, eventsOf, eventTypesOf } from '../support/people';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer();
afterAll(() => server.stop());

const DAY = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

/** A workspace with a key that may do everything. */
async function workspace() {
  const workspaceId = await seedWorkspace();
  const { id, secret } = await seedKey(workspaceId, { fullAccess: true });
  return { workspaceId, ownId: id, rest: restClient(server.url, secret) };
}

const scopes: Scope[] = ['keys:write', 'links:read'];

const me = (secret: string, headers = {}) => restClient(server.url, secret)('GET', '/me', undefined, headers);

/** Sets the clock of the service ahead while `work` runs. */
async function later<T>(aheadMs: number, work: () => Promise<T>): Promise<T> {
  const { now } = server.services;
  server.services.now = () => new Date(Date.now() + aheadMs);
  try {
    return await work();
  } finally {
    server.services.now = now;
  }
}

describe('changing a key', () => {
  test('merges given fields, clears null ones, and applies from the next request', async () => {
    const { workspaceId, rest } = await workspace();
    const { id, secret } = await seedKey(workspaceId, {
      scopes: ['models:read'],
      description: 'Old',
      expiresAt: new Date(Date.now() + DAY),
    });
    expect((await me(secret)).body).toMatchObject({ scopes: ['models:read'], name: 'Test key' });

    const change = { name: 'New', description: null, scopes: ['links:read'], expires_at: null, metadata: { a: 'b' } };
    const updated = await rest('PATCH', `/keys/${id}`, change);
    expect(updated.status).toBe(200);
    expect(updated.headers.get('etag')).toBe('"2"');
    expect(updated.body).toMatchObject({ ...change, kind: 'ak', version: 2 });
    expect((await me(secret)).body).toMatchObject({ scopes: ['links:read'], name: 'New', expires_at: null });

    expect(await eventsOf(workspaceId)).toMatchObject([
      { type: 'api_key.updated', data: { id, name: 'New', version: 2 } },
    ]);
    expect(await auditOf(workspaceId)).toMatchObject([
      { action: 'api_key.updated', targetId: id, changes: { before: { name: 'Test key' }, after: { name: 'New' } } },
    ]);
  });

  test('without a difference changes neither version nor events', async () => {
    const { workspaceId, rest } = await workspace();
    const expiresAt = new Date(Date.now() - DAY);
    const { id } = await seedKey(workspaceId, { scopes: ['models:read'], expiresAt });
    for (const body of [{}, { name: 'Test key', scopes: ['models:read'], expires_at: expiresAt.toISOString() }]) {
      expect((await rest('PATCH', `/keys/${id}`, body)).body).toMatchObject({ version: 1, status: 'expired' });
    }
    expect(await eventsOf(workspaceId)).toEqual([]);
  });

  test('checks the version in If-Match', async () => {
    const { workspaceId, rest } = await workspace();
    const { id } = await seedKey(workspaceId);
    const stale = await rest('PATCH', `/keys/${id}`, { name: 'B' }, { 'if-match': '"7"' });
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ code: 'precondition_failed' });
    expect((await rest('PATCH', `/keys/${id}`, { name: 'B' }, { 'if-match': 'W/"1"' })).status).toBe(200);

    const both = await Promise.all(
      ['C', 'D'].map((name) => rest('PATCH', `/keys/${id}`, { name }, { 'if-match': '"2"' })),
    );
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 412]));
  });

  test('cannot change the kind', async () => {
    const { workspaceId, rest } = await workspace();
    const { id: lk } = await seedKey(workspaceId, { kind: 'lk', scopes: ['links:read'] });
    const { id: pk } = await seedKey(workspaceId, {
      kind: 'pk',
      scopes: ['links:create'],
      allowedOrigins: ['https://a.example'],
    });
    const { id: ak } = await seedKey(workspaceId, { fullAccess: true, scopes: [] });

    for (const [id, change, pointer] of [
      [lk, { scopes: ['whatsapp.groups:read'] }, '/scopes'],
      [lk, { full_access: true }, '/full_access'],
      [pk, { allowed_origins: [] }, '/allowed_origins'],
      [pk, { browser_use: true }, '/browser_use'],
      [ak, { full_access: false }, '/scopes'],
      [ak, { expires_at: inDays(-1) }, '/expires_at'],
    ] as const) {
      const { status, body } = await rest('PATCH', `/keys/${id}`, change);
      expect(status).toBe(422);
      expect(body).toMatchObject({ code: 'unprocessable', errors: [{ pointer }] });
    }
    expect((await rest('PATCH', `/keys/${lk}`, { kind: 'ak' })).body).toMatchObject({ code: 'unknown_parameter' });
  });
});

describe('rotating a key', () => {
  test('gives a new secret and keeps the old one for the overlap', async () => {
    const { workspaceId, rest } = await workspace();
    const { id, secret: old } = await seedKey(workspaceId);
    await me(old);

    const rotated = await rest('POST', `/keys/${id}/rotate`, { overlap_seconds: 3600 });
    expect(rotated.status).toBe(200);
    expect(rotated.headers.get('cache-control')).toBe('no-store');
    const secret: string = rotated.body['secret'];
    expect(secret).not.toBe(old);
    expect(rotated.body).toMatchObject({ id, version: 2, masked_secret: `${secret.slice(0, 10)}…${secret.slice(-3)}` });
    expect(rotated.body['secrets']).toMatchObject([{ expires_at: null }, { expires_at: expect.any(String) }]);
    expect([(await me(old)).status, (await me(secret)).status]).toEqual([200, 200]);
    expect((await rest('GET', `/keys/${id}`)).body['secret']).toBeUndefined();

    expect(await eventsOf(workspaceId)).toMatchObject([{ type: 'api_key.rotated', data: { id } }]);
    expect(JSON.stringify([await eventsOf(workspaceId), await auditOf(workspaceId)])).not.toContain(secret);

    await later(3_601_000, async () => {
      const refused = await me(old);
      expect(refused.status).toBe(401);
      expect(refused.body).toMatchObject({
        code: 'api_key_revoked',
        detail: 'This secret was replaced by a rotation. Use the new secret.',
      });
      expect((await me(secret)).status).toBe(200);
      expect((await rest('GET', `/keys/${id}`)).body['secrets']).toHaveLength(1);
    });
  });

  test('again within the overlap ends the oldest secret at once', async () => {
    const { workspaceId, rest } = await workspace();
    const { id, secret: first } = await seedKey(workspaceId);
    const { secret: second } = (await rest('POST', `/keys/${id}/rotate`)).body as unknown as { secret: string };
    expect((await me(first)).status).toBe(200);

    const { secret: third } = (await rest('POST', `/keys/${id}/rotate`, {})).body as unknown as { secret: string };
    expect((await me(first)).body).toMatchObject({ code: 'api_key_revoked' });
    expect([(await me(second)).status, (await me(third)).status]).toEqual([200, 200]);

    await rest('POST', `/keys/${id}/rotate`, { overlap_seconds: 0 });
    expect([(await me(second)).status, (await me(third)).status]).toEqual([401, 401]);
  });

  test('revives an expired key with a new expiry, but never its old secret', async () => {
    const { workspaceId, rest } = await workspace();
    const { id, secret: old } = await seedKey(workspaceId, { expiresAt: new Date(Date.now() - DAY) });
    expect((await me(old)).body).toMatchObject({ code: 'api_key_expired' });

    const without = await rest('POST', `/keys/${id}/rotate`, {});
    expect(without.body).toMatchObject({ status: 409, code: 'invalid_state' });
    const rotated = await rest('POST', `/keys/${id}/rotate`, { expires_at: inDays(30) });
    expect(rotated.body).toMatchObject({ status: 'active' });
    expect((await me(rotated.body['secret'])).status).toBe(200);
    expect((await me(old)).body).toMatchObject({ code: 'api_key_revoked' });
  });

  test('is limited', async () => {
    const { workspaceId, rest } = await workspace();
    const { id } = await seedKey(workspaceId);
    expect((await rest('POST', `/keys/${id}/rotate`, { overlap_seconds: 604_801 })).status).toBe(400);
    expect((await rest('POST', `/keys/${id}/rotate`, { expires_at: inDays(-1) })).status).toBe(422);
  });
});

describe('revoking a key', () => {
  test('ends it at once, permanently, and once', async () => {
    const { workspaceId, ownId, rest } = await workspace();
    const { id, secret } = await seedKey(workspaceId);
    expect((await me(secret)).status).toBe(200);

    const revoked = await rest('POST', `/keys/${id}/revoke`);
    expect(revoked.status).toBe(200);
    expect(revoked.body).toMatchObject({ status: 'revoked', revoked_by: ownId, revoked_reason: 'manual', version: 2 });
    const refused = await me(secret);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="api", error="invalid_token"');
    expect(refused.body).toMatchObject({ code: 'api_key_revoked' });

    const again = await rest('POST', `/keys/${id}/revoke`, {});
    expect(again.status).toBe(200);
    expect(again.body).toEqual(revoked.body);
    expect(await eventTypesOf(workspaceId)).toEqual(['api_key.revoked']);

    for (const [path, body] of [
      [`/keys/${id}/rotate`, {}],
      [`/keys/${id}`, { name: 'B' }],
    ] as const) {
      const { status, body: problem } = await rest(path.endsWith('rotate') ? 'POST' : 'PATCH', path, body);
      expect(status).toBe(409);
      expect(problem).toMatchObject({ code: 'invalid_state' });
    }
  });

  test('works on the calling key itself', async () => {
    const { ownId, rest } = await workspace();
    expect((await rest('POST', `/keys/${ownId}/revoke`)).body).toMatchObject({ status: 'revoked', revoked_by: ownId });
    expect((await rest('GET', '/me')).status).toBe(401);
  });
});

describe('a key that changes another', () => {
  test('adds only grants that it has, and keeps those that it lacks', async () => {
    const workspaceId = await seedWorkspace();
    const { id } = await seedKey(workspaceId, { scopes: ['audit:read'], allowedCidrs: ['127.0.0.0/8'] });
    const rest = restClient(
      server.url,
      (await seedKey(workspaceId, { scopes, allowedCidrs: ['127.0.0.0/16'] })).secret,
    );

    expect((await rest('PATCH', `/keys/${id}`, { scopes: ['audit:read', 'links:write'] })).body).toMatchObject({
      required_scopes: ['links:create', 'links:write'],
    });
    expect((await rest('PATCH', `/keys/${id}`, { allowed_cidrs: ['10.0.0.0/8'] })).status).toBe(403);
    expect((await rest('PATCH', `/keys/${id}`, { scopes: ['audit:read', 'links:read'] })).status).toBe(200);
    expect((await rest('PATCH', `/keys/${id}`, { name: 'B', allowed_cidrs: ['127.0.0.0/12'] })).status).toBe(200);
  });

  test('raises no quota beyond its own, its own included', async () => {
    const workspaceId = await seedWorkspace();
    const rateLimit = { requests: 20, window_seconds: 60 };
    const own = await seedKey(workspaceId, { scopes, rateLimit });
    const slow = await seedKey(workspaceId, { scopes, rateLimit: { requests: 1, window_seconds: 60 } });
    const fast = await seedKey(workspaceId, { scopes, rateLimit: { requests: 900, window_seconds: 60 } });
    const rest = restClient(server.url, own.secret);

    for (const asked of [{ requests: 600, window_seconds: 60 }, null]) {
      for (const { id } of [own, slow]) {
        const { status, body } = await rest('PATCH', `/keys/${id}`, { rate_limit: asked });
        expect([status, body.code, body.errors]).toMatchObject([
          403,
          'grant_exceeds_caller',
          [{ pointer: '/rate_limit' }],
        ]);
      }
    }
    expect((await rest('PATCH', `/keys/${slow.id}`, { rate_limit: rateLimit })).status).toBe(200);
    expect((await rest('PATCH', `/keys/${fast.id}`, { name: 'As it was' })).status).toBe(200);
    expect((await rest('PATCH', `/keys/${own.id}`, { rate_limit: { requests: 10, window_seconds: 60 } })).status).toBe(
      200,
    );
    expect((await rest('POST', `/keys/${fast.id}/rotate`)).body.code).toBe('grant_exceeds_caller');
  });

  test('gets no secret of a key with wider access', async () => {
    const workspaceId = await seedWorkspace();
    const { id } = await seedKey(workspaceId, { fullAccess: true });
    const { id: ownId, secret } = await seedKey(workspaceId, { scopes, expiresAt: new Date(Date.now() + 30 * DAY) });
    const rest = restClient(server.url, secret);

    expect((await rest('POST', `/keys/${id}/rotate`)).body).toMatchObject({ code: 'grant_exceeds_caller' });
    expect((await rest('POST', `/keys/${ownId}/rotate`, { expires_at: inDays(31) })).status).toBe(403);
    expect((await rest('POST', `/keys/${ownId}/rotate`)).status).toBe(200);
  });
});
