import { afterAll, describe, expect, test } from 'bun:test';

import { and, eq } from 'drizzle-orm';

import { apiKeySecrets } from '../../server/access/schema/keys';
import { queries } from '../../server/db/database';
import { sha256Hex } from '../../server/secrets/tokens';
import { database, startServer } from '../support/app';
import { restClient } from '../support/client';
import { auditOf, eventsOf } from '../support/people';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer();
afterAll(() => server.stop());

const NEVER = 'key_01jd9x3k2mf8v9q4zt7w5b6n0c';
const DAY = 86_400_000;

const caller = async (workspaceId: string) =>
  restClient(server.url, (await seedKey(workspaceId, { fullAccess: true })).secret);

describe('a new key', () => {
  test('is returned once with its secret, and the secret works', async () => {
    const workspaceId = await seedWorkspace();
    const rest = await caller(workspaceId);
    const expiresAt = new Date(Date.now() + 90 * DAY).toISOString();

    const made = await rest('POST', '/keys', {
      kind: 'lk',
      name: 'Newsletter',
      description: 'Links of the newsletter',
      metadata: { team: 'growth' },
      scopes: ['links:write', 'models:read', 'links:write'],
      allowed_cidrs: ['127.0.0.0/8'],
      rate_limit: { requests: 1000, window_seconds: 60 },
      expires_at: expiresAt.replace('Z', '+00:00'),
    });
    expect(made.status).toBe(201);
    const { id, secret } = made.body as unknown as { id: string; secret: string };
    expect(made.headers.get('location')).toBe(`/api/v1/keys/${id}`);
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect(secret).toMatch(/^sb_lk_[0-9A-Za-z]{38}$/);
    expect(made.body).toMatchObject({
      workspace_id: workspaceId,
      kind: 'lk',
      masked_secret: `${secret.slice(0, 10)}…${secret.slice(-3)}`,
      name: 'Newsletter',
      metadata: { team: 'growth' },
      scopes: ['models:read', 'links:write'],
      full_access: false,
      status: 'active',
      expires_at: expiresAt,
      created_by: { type: 'key', name: 'Test key' },
      last_used_at: null,
      version: 1,
    });
    expect(made.body['secrets']).toHaveLength(1);

    const me = await restClient(server.url, secret)('GET', '/me');
    expect(me.body).toMatchObject({ key_id: id, scopes: ['models:read', 'links:read', 'links:create', 'links:write'] });

    const { secret: _, ...shown } = made.body;
    const read = await rest('GET', `/keys/${id}`);
    expect(read.body).toEqual(shown as never);
    expect(read.headers.get('etag')).toBe('"1"');
    const unchanged = await rest('GET', `/keys/${id}`, undefined, { 'if-none-match': '"1"' });
    expect(unchanged.status).toBe(304);
  });

  test('emits an event and an audit entry, neither with its secret', async () => {
    const workspaceId = await seedWorkspace();
    const made = await (await caller(workspaceId))('POST', '/keys', { kind: 'ak', name: 'A', scopes: ['models:read'] });
    const { secret, ...key } = made.body as unknown as { secret: string; id: string };

    expect(await eventsOf(workspaceId)).toMatchObject([{ type: 'api_key.created', data: key }]);
    const [entry] = await auditOf(workspaceId);
    expect(entry).toMatchObject({ action: 'api_key.created', targetId: key.id, changes: { scopes: ['models:read'] } });
    expect(JSON.stringify([await eventsOf(workspaceId), entry])).not.toContain(secret);

    const stored = await queries(database)
      .select()
      .from(apiKeySecrets)
      .where(and(eq(apiKeySecrets.workspaceId, workspaceId), eq(apiKeySecrets.keyId, key.id)));
    expect(stored).toMatchObject([{ hash: sha256Hex(secret), expiresAt: null }]);
  });

  test('may hold only the scopes of its kind', async () => {
    const rest = await caller(await seedWorkspace());
    const wrong = await rest('POST', '/keys', { kind: 'wa', name: 'A', scopes: ['models:read', 'links:read'] });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toMatchObject({ code: 'validation_failed', errors: [{ in: 'body', pointer: '/scopes/1' }] });

    const publishable = { kind: 'pk', name: 'A', allowed_origins: ['https://example.com'] };
    expect((await rest('POST', '/keys', { ...publishable, scopes: ['links:create'] })).status).toBe(201);
    expect((await rest('POST', '/keys', { ...publishable, scopes: ['links:read'] })).status).toBe(400);
    expect(
      (await rest('POST', '/keys', { ...publishable, scopes: ['links:create'], browser_use: true })).body,
    ).toMatchObject({
      code: 'unknown_parameter',
      errors: [{ pointer: '/browser_use' }],
    });
    const { allowed_origins: _, ...nowhere } = publishable;
    expect((await rest('POST', '/keys', { ...nowhere, scopes: ['links:create'] })).body).toMatchObject({
      errors: [{ pointer: '/allowed_origins', code: 'required' }],
    });
  });

  test.each([
    [{ name: '' }, '/name', 'too_short'],
    [{ name: 'x'.repeat(81) }, '/name', 'too_long'],
    [{ allowed_cidrs: ['10.0.0.1'] }, '/allowed_cidrs/0', 'invalid_format'],
    [{ allowed_origins: ['https://example.com/path'] }, '/allowed_origins/0', 'invalid_format'],
    [{ expires_at: 'tomorrow' }, '/expires_at', 'invalid_datetime'],
    [{ rate_limit: { requests: 0, window_seconds: 60 } }, '/rate_limit/requests', 'too_small'],
    [{ resources: { whatsapp_instances: ['wai_1'] } }, '/resources/whatsapp_instances/0', 'invalid_format'],
    [{ workspace_id: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c' }, '/workspace_id', 'unknown_parameter'],
    [{ kind: 'zz' }, '/kind', 'invalid_value'],
  ])('is refused with %j', async (change, pointer, code) => {
    const rest = await caller(await seedWorkspace());
    const { status, body } = await rest('POST', '/keys', { kind: 'ak', name: 'A', scopes: ['models:read'], ...change });
    expect(status).toBe(400);
    expect(body['errors']).toMatchObject([{ in: 'body', pointer, code }]);
  });

  test('expires 1 minute to 5 years ahead, or never', async () => {
    const rest = await caller(await seedWorkspace());
    const expiring = async (aheadMs: number) => {
      const expires_at = new Date(Date.now() + aheadMs).toISOString();
      return rest('POST', '/keys', { kind: 'ak', name: 'A', scopes: ['models:read'], expires_at });
    };
    for (const aheadMs of [-DAY, 30_000, 1828 * DAY]) {
      const { status, body } = await expiring(aheadMs);
      expect(status).toBe(422);
      expect(body).toMatchObject({
        code: 'unprocessable',
        detail: '`expires_at` must be between 1 minute and 5 years in the future.',
        errors: [{ pointer: '/expires_at', code: 'out_of_range' }],
      });
    }
    expect((await expiring(90_000)).status).toBe(201);
    expect((await expiring(1825 * DAY)).status).toBe(201);
  });

  test('needs a scope or full access', async () => {
    const rest = await caller(await seedWorkspace());
    const nothing = await rest('POST', '/keys', { kind: 'ak', name: 'A' });
    expect(nothing.status).toBe(422);
    expect(nothing.body).toMatchObject({ code: 'unprocessable', errors: [{ pointer: '/scopes', code: 'required' }] });

    const all = await rest('POST', '/keys', { kind: 'ak', name: 'A', full_access: true });
    expect(all.body).toMatchObject({ full_access: true, scopes: [] });
    const me = await restClient(server.url, all.body['secret'])('GET', '/me');
    expect(me.body['scopes']).toContain('keys:write');
  });

  test('is narrowed only to existing objects', async () => {
    const rest = await caller(await seedWorkspace());
    const resources = { link_domains: ['dom_01jd9x3k2mf8v9q4zt7w5b6n0c'] };
    const { status, body } = await rest('POST', '/keys', { kind: 'ak', name: 'A', scopes: ['links:read'], resources });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'related_not_found', errors: [{ pointer: '/resources/link_domains/0' }] });
  });

  test('is limited to a hundred, even with concurrent requests', async () => {
    const workspaceId = await seedWorkspace();
    const rest = await caller(workspaceId);
    for (let count = 1; count < 95; count += 1) await seedKey(workspaceId);
    await seedKey(workspaceId, { revokedAt: new Date() });
    await seedKey(workspaceId, { expiresAt: new Date(Date.now() - DAY) });

    const body = { kind: 'ak', name: 'A', scopes: ['models:read'] };
    const answers = await Promise.all(Array.from({ length: 10 }, () => rest('POST', '/keys', body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'conflict' });
  });
});

describe('the list of keys', () => {
  test('is listed newest first, in pages, with filters', async () => {
    const workspaceId = await seedWorkspace();
    const { id: first, secret } = await seedKey(workspaceId, { name: 'Reader', scopes: ['keys:read'] });
    const { id: billing } = await seedKey(workspaceId, { name: 'Billing 100%' });
    const { id: revoked } = await seedKey(workspaceId, { name: 'Old ÉTÉ', kind: 'wa', revokedAt: new Date() });
    const { id: expired } = await seedKey(workspaceId, { name: 'Spent', expiresAt: new Date(Date.now() - 1000) });
    const rest = restClient(server.url, secret);
    const ids = async (query: string) =>
      ((await rest('GET', `/keys?${query}`)).body['data'] as { id: string }[]).map(({ id }) => id);

    expect(await ids('')).toEqual([expired, revoked, billing, first]);
    expect(await ids('sort=created_at')).toEqual([first, billing, revoked, expired]);
    expect(await ids('status=active')).toEqual([billing, first]);
    expect(await ids('status=revoked,expired')).toEqual([expired, revoked]);
    expect(await ids('kind=wa')).toEqual([revoked]);
    expect(await ids('q=BILL')).toEqual([billing]);
    expect(await ids(`q=${encodeURIComponent('0%')}`)).toEqual([billing]);
    expect(await ids(`q=${encodeURIComponent('%l')}`)).toEqual([]);
    expect(await ids(`q=${encodeURIComponent('ÉTÉ')}`)).toEqual([revoked]);
    expect(await ids(`created_after=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);

    const page = await rest('GET', '/keys?limit=3');
    expect(page.body).toMatchObject({ has_more: true, data: [{ status: 'expired' }, { status: 'revoked' }, {}] });
    expect(page.body['data'][0].secrets).toHaveLength(1);
    expect(await ids(`limit=3&cursor=${page.body['next_cursor']}`)).toEqual([first]);
    expect(page.headers.get('link')).toContain('rel="next"');
    const other = await rest('GET', `/keys?limit=3&status=active&cursor=${page.body['next_cursor']}`);
    expect(other.body).toMatchObject({ code: 'invalid_cursor' });
  });

  test('shows nothing of another workspace', async () => {
    const { id: foreign } = await seedKey(await seedWorkspace());
    const rest = await caller(await seedWorkspace());
    expect((await rest('GET', '/keys')).body['data']).toHaveLength(1);

    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'Mine' }],
      ['POST', '/rotate', {}],
      ['POST', '/revoke', undefined],
    ] as const) {
      const of = async (id: string) => {
        const answer = await rest(method, `/keys/${id}${path}`, body);
        const { request_id: _, ...problem } = answer.body;
        return { status: answer.status, text: JSON.stringify(problem).replaceAll(id, 'ID') };
      };
      const answer = await of(foreign);
      expect(answer.status).toBe(404);
      expect(answer).toEqual(await of(NEVER));
      expect(answer).toEqual(await of('nonsense'));
    }
  });

  test('needs keys:read, and changes need keys:write', async () => {
    const workspaceId = await seedWorkspace();
    const reader = restClient(server.url, (await seedKey(workspaceId, { scopes: ['keys:read'] })).secret);
    const other = restClient(server.url, (await seedKey(workspaceId, { scopes: ['models:read'] })).secret);

    const refused = await other('GET', '/keys');
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 'insufficient_scope', required_scopes: ['keys:read'] });
    for (const [method, path, body] of [
      ['POST', '/keys', { kind: 'ak', name: 'A', scopes: ['keys:read'] }],
      ['PATCH', `/keys/${NEVER}`, { name: 'B' }],
      ['POST', `/keys/${NEVER}/rotate`, {}],
      ['POST', `/keys/${NEVER}/revoke`, {}],
    ] as const) {
      expect((await reader(method, path, body)).body).toMatchObject({ required_scopes: ['keys:write'] });
    }
  });
});
