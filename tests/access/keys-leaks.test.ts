import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { workspaces } from '../../server/db/workspaces';
import { newKeySecret } from '../../server/secrets/tokens';
import { database, startServer } from '../support/app';
import { restClient } from '../support/client';
import { auditOf, eventsOf, eventTypesOf } from '../support/people';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer({ trustedProxies: ['127.0.0.0/8'] });
afterAll(() => server.stop());

const anybody = restClient(server.url, null);
const report = (keys: unknown, more: object = {}, from = '198.51.100.1') =>
  anybody('POST', '/leaked-keys', { keys, ...more }, { 'x-forwarded-for': from });
const me = (secret: string, headers = {}) => restClient(server.url, secret)('GET', '/me', undefined, headers);

describe('a report of leaked keys', () => {
  test('revokes the keys of a workspace whose policy says so, and notifies it', async () => {
    const workspaceId = await seedWorkspace();
    const { id, secret } = await seedKey(workspaceId);
    const source_url = 'https://example.com/config.js';
    expect((await me(secret)).status).toBe(200);

    const { status, body } = await report([secret, secret], { source_url });
    expect(status).toBe(202);
    expect(body).toEqual({ status: 'accepted' } as never);
    expect((await me(secret)).body).toMatchObject({ code: 'api_key_revoked' });
    expect(await eventsOf(workspaceId)).toMatchObject([
      { type: 'api_key.leaked', data: { id, source_url, action: 'revoked' } },
      { type: 'api_key.revoked', data: { id, revoked_reason: 'leaked', revoked_by: null } },
    ]);
    expect(await auditOf(workspaceId)).toMatchObject([
      { action: 'api_key.leaked', actor: { type: 'anonymous' }, changes: { source_url } },
      { action: 'api_key.revoked', actor: { type: 'anonymous' } },
    ]);
    await report([secret]);
    expect(await eventsOf(workspaceId)).toHaveLength(2);
  });

  test('only reports publishable keys, and keys whose policy is to alert; once a day', async () => {
    const workspaceId = await seedWorkspace();
    const { secret: publishable } = await seedKey(workspaceId, {
      kind: 'pk',
      scopes: ['links:create'],
      allowedOrigins: ['https://a.example'],
    });
    await report([publishable]);
    expect((await me(publishable, { origin: 'https://a.example' })).status).toBe(200);
    expect(await eventsOf(workspaceId)).toMatchObject([
      { type: 'api_key.leaked', data: { action: 'alerted', source_url: null } },
    ]);

    await queries(database).update(workspaces).set({ leakedKeyPolicy: 'alert' }).where(eq(workspaces.id, workspaceId));
    const { secret } = await seedKey(workspaceId);
    await report([secret]);
    await report([secret, publishable]);
    expect((await me(secret)).status).toBe(200);
    expect(await eventTypesOf(workspaceId)).toEqual(['api_key.leaked', 'api_key.leaked']);
  });

  test('does not say which keys exist', async () => {
    const { secret } = await seedKey(await seedWorkspace());
    const hit = await report([secret]);
    for (const keys of [[newKeySecret('ak')], ['nothing like a key'], [secret]]) {
      const { status, body } = await report(keys);
      expect({ status, body }).toEqual({ status: hit.status, body: hit.body });
    }
  });

  test('accepts 1 to 100 keys and a URL', async () => {
    for (const body of [
      { keys: [] },
      { keys: Array.from({ length: 101 }, () => 'x') },
      { keys: ['x'.repeat(257)] },
      {},
    ]) {
      expect((await anybody('POST', '/leaked-keys', body)).status).toBe(400);
    }
    expect((await report(['x'], { source_url: 'javascript:alert(1)' })).status).toBe(400);
    expect((await report(['x'], { workspace_id: 'ws' })).body).toMatchObject({ code: 'unknown_parameter' });
  });

  test('needs no key, but checks a key that is sent', async () => {
    const refused = await restClient(server.url, newKeySecret('ak'))('POST', '/leaked-keys', { keys: ['x'] });
    expect(refused.status).toBe(401);
    const { secret } = await seedKey(await seedWorkspace(), { scopes: ['models:read'] });
    expect((await restClient(server.url, secret)('POST', '/leaked-keys', { keys: ['x'] })).status).toBe(202);
  });

  test('by a key of one workspace about a key of another does not show the reporter there', async () => {
    const workspaceId = await seedWorkspace();
    const { secret } = await seedKey(workspaceId);
    const { id: reporter, secret: own } = await seedKey(await seedWorkspace());
    await restClient(server.url, own)('POST', '/leaked-keys', { keys: [secret] });
    expect(await eventTypesOf(workspaceId)).toEqual(['api_key.leaked', 'api_key.revoked']);
    expect(JSON.stringify([await auditOf(workspaceId), await eventsOf(workspaceId)])).not.toContain(reporter);
  });

  test('is limited to 60 an hour per address', async () => {
    // With a key, the bucket of public routes does not count.
    const { secret } = await seedKey(await seedWorkspace());
    const rest = restClient(server.url, secret);
    const from = { 'x-forwarded-for': '198.51.100.77' };
    const statuses = new Set<number>();
    for (let count = 0; count < 60; count += 1) {
      statuses.add((await rest('POST', '/leaked-keys', { keys: ['x'] }, from)).status);
    }
    expect([...statuses]).toEqual([202]);
    const refused = await rest('POST', '/leaked-keys', { keys: ['x'] }, from);
    expect(refused.status).toBe(429);
    // A minute, less what the sixty took, and up to a fifth more, so that not all come back at once.
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 76);
    expect((await rest('POST', '/leaked-keys', { keys: ['x'] }, { 'x-forwarded-for': '198.51.100.78' })).status).toBe(
      202,
    );
  });
});
