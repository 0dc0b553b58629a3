import { afterAll, describe, expect, test } from 'bun:test';

import type { CreateKey } from '../../shared/access/keys';
import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { forgetPasswordProof, memberOf, refusalOf } from '../support/people';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer();
afterAll(() => server.stop());

const DAY = 86_400_000;
const WAI = 'wai_01jd9x3k2mf8v9q4zt7w5b6n0c';
const DOM = 'dom_01jd9x3k2mf8v9q4zt7w5b6n0c';
const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

/** What a key with these columns is answered that makes a key. */
async function making(columns: Parameters<typeof seedKey>[1], body: Record<string, unknown>) {
  const { secret } = await seedKey(await seedWorkspace(), columns);
  return restClient(server.url, secret)('POST', '/keys', { kind: 'ak', name: 'A', scopes: ['links:read'], ...body });
}

const READS = ['keys:write', 'links:read'] as const;
const scopes = [...READS];

describe('a key cannot create a key with', () => {
  test('a scope beyond its own, and the error names it', async () => {
    const { status, headers, body } = await making({ scopes }, { scopes: ['links:write', 'models:read', 'keys:read'] });
    expect(status).toBe(403);
    expect(body).toMatchObject({
      code: 'insufficient_scope',
      required_scopes: ['models:read', 'links:create', 'links:write'],
    });
    expect(headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="models:read links:create links:write"',
    );
  });

  test.each([
    ['full access', 'full_access', {}, { full_access: true }],
    ['any object, when it has some', 'resources', { resources: { link_domains: [DOM] } }, {}],
    [
      'another object',
      'resources',
      { resources: { link_domains: [DOM] } },
      { resources: { link_domains: [DOM.replace('0c', '0d')] } },
    ],
    [
      'objects of another kind only',
      'resources',
      { resources: { link_domains: [DOM] } },
      { resources: { whatsapp_instances: [WAI] } },
    ],
    ['any network, when it has some', 'allowed_cidrs', { allowedCidrs: ['127.0.0.0/8'] }, {}],
    ['a wider network', 'allowed_cidrs', { allowedCidrs: ['127.0.0.0/8'] }, { allowed_cidrs: ['127.0.0.0/7'] }],
    [
      'one network of two outside',
      'allowed_cidrs',
      { allowedCidrs: ['127.0.0.0/8'] },
      { allowed_cidrs: ['127.0.0.1/32', '10.0.0.0/8'] },
    ],
    ['every IPv6 address', 'allowed_cidrs', { allowedCidrs: ['127.0.0.0/8'] }, { allowed_cidrs: ['::/0'] }],
    ['use in browsers', 'browser_use', {}, { browser_use: true }],
    [
      'any origin, when it has some',
      'allowed_origins',
      { browserUse: true, allowedOrigins: ['https://a.example'] },
      { browser_use: true },
    ],
    [
      'the domain above its sub-domains',
      'allowed_origins',
      { browserUse: true, allowedOrigins: ['https://*.a.example'] },
      { browser_use: true, allowed_origins: ['https://a.example'] },
    ],
    [
      'more sub-domains',
      'allowed_origins',
      { browserUse: true, allowedOrigins: ['https://*.b.a.example'] },
      { browser_use: true, allowed_origins: ['https://*.a.example'] },
    ],
    [
      'a foreign origin, publishable',
      'allowed_origins',
      { scopes: [...READS, 'links:create' as const], browserUse: true, allowedOrigins: ['https://a.example'] },
      { kind: 'pk', scopes: ['links:create'], allowed_origins: ['https://b.example'] },
    ],
    ['no expiry, when it has one', 'expires_at', { expiresAt: new Date(Date.now() + 30 * DAY) }, { expires_at: null }],
    [
      'a larger quota',
      'rate_limit',
      { rateLimit: { requests: 10, window_seconds: 60 } },
      { rate_limit: { requests: 11, window_seconds: 60 } },
    ],
    [
      'a larger burst at the same pace',
      'rate_limit',
      { rateLimit: { requests: 10, window_seconds: 60 } },
      { rate_limit: { requests: 100, window_seconds: 600 } },
    ],
    [
      'a faster quota of fewer requests',
      'rate_limit',
      { rateLimit: { requests: 10, window_seconds: 60 } },
      { rate_limit: { requests: 5, window_seconds: 1 } },
    ],
    [
      'the default quota, when it has less',
      'rate_limit',
      { rateLimit: { requests: 10, window_seconds: 60 } },
      { rate_limit: null },
    ],
    [
      'a quota above the default, when it has the default',
      'rate_limit',
      { rateLimit: null },
      { rate_limit: { requests: 601, window_seconds: 60 } },
    ],
    ['a later expiry', 'expires_at', { expiresAt: new Date(Date.now() + 30 * DAY) }, { expires_at: inDays(31) }],
  ])('%s', async (_, field, own, body) => {
    const answer = await making({ scopes, ...own }, body);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({
      code: 'grant_exceeds_caller',
      detail: expect.stringContaining(`\`${field}\``),
      errors: [{ in: 'body', pointer: `/${field}`, code: 'exceeds_caller' }],
    });
    expect(answer.body.required_scopes).toBeUndefined();
    expect(answer.headers.get('www-authenticate')).toBeNull();
  });

  test('several grants beyond its own, and the error names all of them', async () => {
    const own = { scopes, expiresAt: new Date(Date.now() + 30 * DAY), allowedCidrs: ['127.0.0.0/8'] };
    const { body } = await making(own, { expires_at: null, browser_use: true });
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/allowed_cidrs',
      '/browser_use',
      '/expires_at',
    ]);
  });

  test('a longer life or a higher rate limit: omitted values are its own', async () => {
    const expiresAt = new Date(Date.now() + 30 * DAY);
    const rateLimit = { requests: 10, window_seconds: 60 };
    const { status, body } = await making({ scopes, expiresAt, rateLimit }, {});
    expect(status).toBe(201);
    expect(body).toMatchObject({ expires_at: expiresAt.toISOString(), rate_limit: rateLimit });
    expect((await making({ scopes }, {})).body).toMatchObject({ expires_at: null, rate_limit: null });
  });

  test.each([
    ['a part of its scopes', {}, {}],
    ['a network within', { allowedCidrs: ['127.0.0.0/8'] }, { allowed_cidrs: ['127.0.0.0/9', '::ffff:7f00:1/128'] }],
    [
      'an origin below',
      { browserUse: true, allowedOrigins: ['https://*.a.example'] },
      { browser_use: true, allowed_origins: ['https://b.a.example', 'https://*.b.a.example'] },
    ],
    ['an earlier end', { expiresAt: new Date(Date.now() + 30 * DAY) }, { expires_at: inDays(29) }],
    [
      'a publishable kind',
      { scopes: [...READS, 'links:create' as const] },
      { kind: 'pk', scopes: ['links:create'], allowed_origins: ['https://a.example'] },
    ],
  ])('(but does with %s)', async (_, own, body) => {
    expect((await making({ scopes, ...own }, body)).status).toBe(201);
  });
});

describe('a person', () => {
  const plain: CreateKey = { kind: 'ak', name: 'A', scopes: ['links:write'] };
  const powerful: CreateKey = { kind: 'ak', name: 'A', scopes: ['keys:read'] };

  test('with the role owner or admin may give every scope', async () => {
    const workspaceId = await seedWorkspace();
    for (const role of ['owner', 'admin'] as const) {
      const person = await memberOf(server, workspaceId, role);
      const key = await person.rpc.keys.create.mutate({ kind: 'ak', name: 'A', full_access: true });
      expect(key).toMatchObject({ full_access: true, created_by: { type: 'user', id: person.id, name: 'Ada' } });
      expect((await restClient(server.url, key.secret)('GET', '/me')).status).toBe(200);
    }
  });

  test('with the role developer may give the scopes of the role, without admin scopes', async () => {
    const { rpc } = await memberOf(server, await seedWorkspace(), 'developer');
    expect(await rpc.keys.create.mutate(plain)).toMatchObject({ scopes: ['links:write'] });
    expect(await refusalOf(rpc.keys.create.mutate(powerful))).toMatchObject({ status: 403, code: 'insufficient_role' });
    const full = rpc.keys.create.mutate({ kind: 'ak', name: 'A', full_access: true });
    expect(await refusalOf(full)).toMatchObject({ code: 'insufficient_role' });
  });

  test('with the role developer changes, rotates and revokes only own keys', async () => {
    const workspaceId = await seedWorkspace();
    const { rpc } = await memberOf(server, workspaceId, 'developer');
    const { id: foreign } = await seedKey(workspaceId, { scopes: ['links:read'] });
    const { id: own } = await rpc.keys.create.mutate(plain);

    expect((await rpc.keys.list.query({})).data.map(({ id }) => id)).toEqual([own, foreign]);
    for (const call of [
      () => rpc.keys.update.mutate({ key_id: foreign, name: 'B' }),
      () => rpc.keys.rotate.mutate({ key_id: foreign }),
      () => rpc.keys.revoke.mutate({ key_id: foreign }),
    ]) {
      expect(await refusalOf(call())).toMatchObject({ status: 403, code: 'insufficient_role' });
    }
    expect(await rpc.keys.update.mutate({ key_id: own, name: 'B' })).toMatchObject({ name: 'B' });
    expect(await rpc.keys.rotate.mutate({ key_id: own })).toMatchObject({ secret: expect.stringContaining('sb_ak_') });
    expect(await rpc.keys.revoke.mutate({ key_id: own })).toMatchObject({ status: 'revoked' });
  });

  test('with the role viewer sees no keys', async () => {
    const workspaceId = await seedWorkspace();
    const { rpc } = await memberOf(server, workspaceId, 'viewer');
    const { id } = await seedKey(workspaceId);
    for (const call of [
      () => rpc.keys.list.query({}),
      () => rpc.keys.get.query({ key_id: id }),
      () => rpc.keys.create.mutate(plain),
      () => rpc.keys.revoke.mutate({ key_id: id }),
    ]) {
      expect(await refusalOf(call())).toMatchObject({ status: 403, code: 'insufficient_role' });
    }
  });

  test('must confirm the password before giving an admin scope or full access', async () => {
    const workspaceId = await seedWorkspace();
    const person = await memberOf(server, workspaceId, 'owner');
    await forgetPasswordProof(person);
    const { rpc } = person;
    const { id } = await seedKey(workspaceId, { scopes: ['keys:read'] });
    const { id: other } = await seedKey(workspaceId, { scopes: ['links:read'] });

    for (const call of [
      () => rpc.keys.create.mutate(powerful),
      () => rpc.keys.create.mutate({ kind: 'ak', name: 'A', full_access: true }),
      () => rpc.keys.update.mutate({ key_id: other, scopes: ['audit:read'] }),
      () => rpc.keys.update.mutate({ key_id: id, scopes: ['keys:read', 'links:read'] }),
      () => rpc.keys.rotate.mutate({ key_id: id }),
    ]) {
      expect(await refusalOf(call())).toMatchObject({ status: 403, code: 'step_up_required' });
    }
    expect(await rpc.keys.create.mutate(plain)).toMatchObject({ status: 'active' });
    expect(await rpc.keys.update.mutate({ key_id: id, name: 'B' })).toMatchObject({ name: 'B' });
    expect(await rpc.keys.revoke.mutate({ key_id: id })).toMatchObject({ status: 'revoked' });
  });
});
