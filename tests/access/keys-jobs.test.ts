import { afterAll, afterEach, describe, expect, test } from 'bun:test';

import { expireKeys, purgeRevokedKeys, warnExpiringKeys } from '../../server/access/keys/jobs';
import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { auditActionsOf, eventsOf, eventTypesOf } from '../support/people';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer();
const { now } = server.services;

afterAll(() => server.stop());
afterEach(() => void (server.services.now = now));

const DAY = 86_400_000;
/** Sets the service’s clock to some days from now and runs the jobs, as two processes would. */
async function on(days: number): Promise<void> {
  server.services.now = () => new Date(Date.now() + days * DAY);
  const run = async () => {
    await warnExpiringKeys(server.services);
    await expireKeys(server.services);
    await purgeRevokedKeys(server.services);
  };
  await Promise.all([run(), run()]);
  await run();
}

async function workspace() {
  const workspaceId = await seedWorkspace();
  // Its own workspace key never expires, so the jobs leave it alone.
  const { secret } = await seedKey(workspaceId, { fullAccess: true });
  const rest = restClient(server.url, secret);
  const create = async (days: number) => {
    const expires_at = new Date(Date.now() + days * DAY).toISOString();
    const { body } = await rest('POST', '/keys', { kind: 'ak', name: 'A', scopes: ['models:read'], expires_at });
    return body as unknown as { id: string; secret: string };
  };
  const notices = async () =>
    (await eventTypesOf(workspaceId)).filter((type) => /expir/.test(type)).map((type) => type.replace('api_key.', ''));
  return { workspaceId, rest, create, notices };
}

describe('a key that expires', () => {
  test('emits an event 14, 3 and 1 days before and at its expiry, each once', async () => {
    const { workspaceId, create, notices } = await workspace();
    const { id } = await create(30);

    await on(15.9);
    expect(await notices()).toEqual([]);
    await on(16.1);
    expect(await notices()).toEqual(['expiry_warned']);
    await on(27.1);
    expect(await notices()).toHaveLength(2);
    await on(29.1);
    expect(await notices()).toHaveLength(3);
    await on(30.1);
    expect(await notices()).toEqual(['expiry_warned', 'expiry_warned', 'expiry_warned', 'expired']);
    await on(40);
    expect(await notices()).toHaveLength(4);

    const events = await eventsOf(workspaceId);
    expect(events.at(1)).toMatchObject({ type: 'api_key.expiry_warned', data: { id, status: 'active' } });
    expect(events.at(-1)).toMatchObject({ type: 'api_key.expired', data: { id, status: 'expired' } });
    expect((await auditActionsOf(workspaceId)).at(-1)).toBe('api_key.expired');
  });

  test('has no warnings for days that had passed when the expiry was set', async () => {
    const { create, notices } = await workspace();
    await create(2);
    await on(0);
    expect(await notices()).toEqual([]);
    await on(1.1);
    expect(await notices()).toEqual(['expiry_warned']);
  });

  test('emits one event after a long stop of the service', async () => {
    const { create, notices } = await workspace();
    await create(30);
    await on(29.5);
    expect(await notices()).toEqual(['expiry_warned']);
    await on(31);
    expect(await notices()).toEqual(['expiry_warned', 'expired']);
  });

  test('emits events again after a new expiry, and none without an expiry or once revoked', async () => {
    const { rest, create, notices } = await workspace();
    const { id: moved } = await create(30);
    const { id: unbound } = await create(30);
    const { id: revoked } = await create(30);
    await rest('PATCH', `/keys/${moved}`, { expires_at: new Date(Date.now() + 60 * DAY).toISOString() });
    await rest('PATCH', `/keys/${unbound}`, { expires_at: null });
    await rest('POST', `/keys/${revoked}/revoke`);

    await on(31);
    expect(await notices()).toEqual([]);
    await on(47);
    expect(await notices()).toEqual(['expiry_warned']);
  });
});

describe('a revoked key', () => {
  test('is kept for 90 days, then unknown', async () => {
    const { rest, create } = await workspace();
    const { id, secret } = await create(1000);
    await rest('POST', `/keys/${id}/revoke`);
    await on(89);
    expect((await rest('GET', `/keys/${id}`)).body).toMatchObject({ status: 'revoked' });
    expect((await restClient(server.url, secret)('GET', '/me')).body).toMatchObject({ code: 'api_key_revoked' });
    await on(91);
    expect((await rest('GET', `/keys/${id}`)).status).toBe(404);
    expect((await restClient(server.url, secret)('GET', '/me')).body).toMatchObject({ code: 'invalid_api_key' });
  });

  test('is kept as long as keys that it created exist', async () => {
    const workspaceId = await seedWorkspace();
    const at = (days: number) => new Date(Date.now() + days * DAY);
    const creator = await seedKey(workspaceId, { revokedAt: at(0) });
    const createdBy = { type: 'key' as const, id: creator.id, name: 'A' };
    const created = await seedKey(workspaceId, { createdBy, revokedAt: at(50) });
    const others = restClient(server.url, (await seedKey(workspaceId)).secret);
    const known = async (id: string) => (await others('GET', `/keys/${id}`)).status === 200;

    await on(91);
    expect([await known(creator.id), await known(created.id)]).toEqual([true, true]);
    await on(141);
    expect([await known(creator.id), await known(created.id)]).toEqual([false, false]);
  });

  test('is kept as long as webhooks that it created exist', async () => {
    const workspaceId = await seedWorkspace();
    const creator = await seedKey(workspaceId, { fullAccess: true });
    const webhook = { url: 'https://hooks.example.com/', events: ['link.created'] };
    const { body } = await restClient(server.url, creator.secret)('POST', '/webhooks', webhook);
    const others = restClient(server.url, (await seedKey(workspaceId, { fullAccess: true })).secret);
    const known = async () => (await others('GET', `/keys/${creator.id}`)).status === 200;
    expect((await others('POST', `/keys/${creator.id}/revoke`)).status).toBe(200);

    await on(91);
    expect(await known()).toBe(true);
    expect((await others('DELETE', `/webhooks/${body.id}`)).status).toBe(204);
    await on(91);
    expect(await known()).toBe(false);
  });

  test('keeps a replaced secret known for 90 days too', async () => {
    const { rest, create } = await workspace();
    const { id, secret } = await create(1000);
    await rest('POST', `/keys/${id}/rotate`, { overlap_seconds: 0 });
    await on(89);
    expect((await restClient(server.url, secret)('GET', '/me')).body).toMatchObject({ code: 'api_key_revoked' });
    await on(91);
    expect((await restClient(server.url, secret)('GET', '/me')).body).toMatchObject({ code: 'invalid_api_key' });
    expect((await rest('GET', `/keys/${id}`)).body).toMatchObject({ status: 'active' });
  });
});
