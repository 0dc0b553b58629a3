import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { sessions } from '../../server/access/schema/accounts';
import { apiKeys, apiKeySecrets } from '../../server/access/schema/keys';
import { queries } from '../../server/db/database';
import { database, startServer } from '../support/app';
import { restClient, rpcClient } from '../support/client';
import { seedKey, seedMember, seedUser, seedWorkspace } from '../support/seed';

const server = await startServer();
afterAll(() => server.stop());

const { recorder } = server.services;
const db = queries(database);
const MINUTE = 60_000;

async function caller() {
  const { id, secret } = await seedKey(await seedWorkspace());
  return { keyId: id, call: restClient(server.url, secret) };
}

test('the last use of a key stands at the key and at the secret that was used', async () => {
  const { keyId, call } = await caller();
  const before = new Date();
  await call('GET', '/me', undefined, { 'user-agent': 'first' });
  await recorder.flush();
  await call('GET', '/me', undefined, { 'user-agent': 'second' });
  await recorder.flush();

  const [key] = await db.select().from(apiKeys).where(eq(apiKeys.id, keyId));
  const [secret] = await db.select().from(apiKeySecrets).where(eq(apiKeySecrets.keyId, keyId));
  expect(key).toMatchObject({ lastUsedIp: '127.0.0.1', lastUsedUserAgent: 'second', version: 1 });
  expect(secret).toMatchObject({ lastUsedIp: '127.0.0.1' });
  expect(key?.lastUsedAt?.getTime()).toBeGreaterThanOrEqual(before.getTime() - 5);
  expect(key?.lastUsedAt?.getTime()).toBeLessThanOrEqual(Date.now() + 5);
});

test('an earlier use that is written later changes nothing', async () => {
  const { keyId, call } = await caller();
  const later = new Date(Date.now() + MINUTE);
  await db.update(apiKeys).set({ lastUsedAt: later, lastUsedIp: '203.0.113.9' }).where(eq(apiKeys.id, keyId));
  await call('GET', '/me');
  await recorder.flush();
  const [key] = await db.select().from(apiKeys).where(eq(apiKeys.id, keyId));
  expect(key).toMatchObject({ lastUsedAt: later, lastUsedIp: '203.0.113.9' });
});

test('a session is seen again at most every five minutes', async () => {
  const workspaceId = await seedWorkspace();
  const { id, sessionId, cookieFor } = await seedUser();
  await seedMember(workspaceId, id, 'viewer');
  const client = rpcClient(server.url, { cookie: cookieFor(server.services.config.baseUrl), workspaceId });
  const read = async () => (await db.select().from(sessions).where(eq(sessions.id, sessionId)))[0];
  const made = await read();

  await client.usage.get.query({});
  await recorder.flush();
  expect(await read()).toEqual(made);

  const seen = new Date(Date.now() - 6 * MINUTE);
  await db.update(sessions).set({ lastSeenAt: seen }).where(eq(sessions.id, sessionId));
  const fresh = await startServer();
  const again = rpcClient(fresh.url, { cookie: cookieFor(fresh.services.config.baseUrl), workspaceId });
  await again.usage.get.query({});
  await fresh.stop();
  const after = await read();
  expect(after?.lastSeenAt.getTime()).toBeGreaterThan(seen.getTime());
  expect(after?.idleExpiresAt.getTime()).toBe((after?.lastSeenAt.getTime() ?? 0) + 7 * 24 * 60 * MINUTE);
});
