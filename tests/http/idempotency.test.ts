import { afterAll, describe, expect, test } from 'bun:test';

import { and, eq } from 'drizzle-orm';

import { apiKeys } from '../../server/access/schema/keys';
import { queries, type Store } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { idempotencyRecords } from '../../server/idempotency/schema';
import { purgeReservations } from '../../server/idempotency/system/idempotency';
import type { CreateKey } from '../../shared/access/keys';
import { database, startServer } from '../support/app';
import { restClient } from '../support/client';
import { eventTypesOf } from '../support/people';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer();
afterAll(() => server.stop());

const db = queries(database);
const NEW_KEY: CreateKey = { kind: 'ak', name: 'A', scopes: ['models:read'] };

async function workspace() {
  const workspaceId = await seedWorkspace();
  const { id, secret } = await seedKey(workspaceId, { fullAccess: true });
  const rest = restClient(server.url, secret);
  const post = (body: unknown, key: string) => rest('POST', '/keys', body, { 'idempotency-key': key });
  const made = async () => (await db.select().from(apiKeys).where(eq(apiKeys.workspaceId, workspaceId))).length - 1;
  return { workspaceId, ownId: id, secret, rest, post, made };
}

const records = (workspaceId: string) =>
  db.select().from(idempotencyRecords).where(eq(idempotencyRecords.workspaceId, workspaceId));

/** Makes the reservation of a key look as a process left it that died while it ran. */
async function leaveRunning(workspaceId: string, key: string, leaseMs: number): Promise<void> {
  await db
    .update(idempotencyRecords)
    .set({ state: 'running', owner: 'dead', status: null, body: null, leaseExpiresAt: new Date(Date.now() + leaseMs) })
    .where(and(eq(idempotencyRecords.workspaceId, workspaceId), eq(idempotencyRecords.key, key)));
}

type Transaction = Store['transaction'];

/** Runs `call` while the service opens its transactions in another way. */
async function withTransaction<T>(
  open: <R>(transaction: Transaction, work: (tx: Store) => Promise<R>) => Promise<R>,
  call: () => Promise<T>,
): Promise<T> {
  const { store } = server.services;
  server.services.store = { ...store, transaction: (work) => open((inner) => store.transaction(inner), work) };
  try {
    return await call();
  } finally {
    server.services.store = store;
  }
}

describe('an Idempotency-Key', () => {
  test('has one effect, and repeats the response without the secret', async () => {
    const { workspaceId, post, made } = await workspace();
    const first = await post(NEW_KEY, 'a');
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replayed')).toBeNull();

    const again = await post(NEW_KEY, 'a');
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(again.body).toEqual({ ...first.body, secret: null } as never);
    expect(await made()).toBe(1);
    expect(await eventTypesOf(workspaceId)).toEqual(['api_key.created']);
    expect(JSON.stringify(await records(workspaceId))).not.toContain(first.body['secret']);
    expect((await restClient(server.url, first.body['secret'])('GET', '/me')).status).toBe(200);
  });

  test('of fifty requests at once has exactly one effect', async () => {
    const { workspaceId, post, made } = await workspace();
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(NEW_KEY, 'a')));
    const fresh = answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'));
    const replays = answers.filter(({ headers }) => headers.has('idempotent-replayed'));
    const running = answers.filter(({ status }) => status === 409);
    expect([fresh.length, fresh.length + replays.length + running.length]).toEqual([1, 50]);
    for (const { headers, body } of running) {
      expect(headers.get('retry-after')).toBe('1');
      expect(body).toMatchObject({ code: 'idempotency_in_progress', retryable: true });
    }
    expect(await made()).toBe(1);
    expect(await eventTypesOf(workspaceId)).toEqual(['api_key.created']);
  });

  test('with another body is 422', async () => {
    const { post, made } = await workspace();
    await post(NEW_KEY, 'a');
    const { status, body } = await post({ ...NEW_KEY, name: 'B' }, 'a');
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'idempotency_key_reused' });
    expect(await made()).toBe(1);
  });

  test('of another key of the workspace is 422 and shows nothing; another workspace has its own', async () => {
    const { workspaceId, post } = await workspace();
    const first = await post(NEW_KEY, 'a');
    const { secret } = await seedKey(workspaceId, { fullAccess: true });
    const other = await restClient(server.url, secret)('POST', '/keys', NEW_KEY, { 'idempotency-key': 'a' });
    expect(other.status).toBe(422);
    expect(JSON.stringify(other.body)).not.toContain(first.body['id']);
    expect((await (await workspace()).post(NEW_KEY, 'a')).status).toBe(201);
  });

  test('is 1 to 255 printable characters, bare or quoted', async () => {
    const { post, made } = await workspace();
    for (const key of ['', 'x'.repeat(256), 'ä', '""']) {
      expect((await post(NEW_KEY, key)).body).toMatchObject({ status: 400, code: 'invalid_idempotency_key' });
    }
    expect((await post(NEW_KEY, 'x'.repeat(255))).status).toBe(201);
    expect((await post(NEW_KEY, '"a b"')).status).toBe(201);
    expect((await post(NEW_KEY, 'a b')).headers.get('idempotent-replayed')).toBe('true');
    expect(await made()).toBe(2);
  });

  test('repeats a decided refusal, and not one of invalid input', async () => {
    const { workspaceId, rest, post } = await workspace();
    const { id } = await seedKey(workspaceId, { revokedAt: new Date() });
    const rename = () => rest('PATCH', `/keys/${id}`, { name: 'B' }, { 'idempotency-key': 'state' });
    const refused = await rename();
    expect(refused.status).toBe(409);
    await db.update(apiKeys).set({ revokedAt: null }).where(eq(apiKeys.id, id));
    const again = await rename();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('content-type')).toBe('application/problem+json');
    expect(again.body).toEqual(refused.body);

    expect((await post({ ...NEW_KEY, name: '' }, 'input')).status).toBe(400);
    expect((await post(NEW_KEY, 'input')).status).toBe(201);
    expect((await records(workspaceId)).map((record) => record.key).toSorted()).toEqual(['input', 'state']);
  });

  test('can be used again after a 5xx, whose effect is rolled back', async () => {
    const { workspaceId, post, made } = await workspace();
    const failed = await withTransaction(
      (transaction, work) =>
        transaction(async (tx) => {
          await work(tx);
          throw new Error('Failed after all was written.');
        }),
      () => post(NEW_KEY, 'a'),
    );
    expect(failed.status).toBe(500);
    expect(failed.body).toMatchObject({ code: 'internal_error', retryable: true });
    expect([await made(), await records(workspaceId)]).toEqual([0, []]);
    expect((await post(NEW_KEY, 'a')).status).toBe(201);
  });

  test('of a dead process is taken over once, after its lease', async () => {
    const { workspaceId, post, made } = await workspace();
    const { body } = await post(NEW_KEY, 'a');
    await db.delete(apiKeys).where(eq(apiKeys.id, body['id']));
    await leaveRunning(workspaceId, 'a', 60_000);
    expect((await post(NEW_KEY, 'a')).body).toMatchObject({ code: 'idempotency_in_progress' });
    expect(await made()).toBe(0);

    await leaveRunning(workspaceId, 'a', -1);
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(NEW_KEY, 'a')));
    expect(answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'))).toHaveLength(
      1,
    );
    expect(await made()).toBe(1);
  });

  // Where transactions take turns there is no lease that could run out meanwhile.
  test.if(engine === 'postgres')('whose lease was taken over while the first still ran has one effect', async () => {
    const { workspaceId, post, made } = await workspace();
    const slow = await withTransaction(
      async (transaction, work) => {
        await leaveRunning(workspaceId, 'a', 60_000);
        return transaction(work);
      },
      () => post(NEW_KEY, 'a'),
    );
    expect(slow.body).toMatchObject({ status: 409, code: 'idempotency_in_progress' });
    expect(await made()).toBe(0);
  });

  test('expires after 24 hours', async () => {
    const { workspaceId, post, made } = await workspace();
    await post(NEW_KEY, 'a');
    const { now } = server.services;
    server.services.now = () => new Date(Date.now() + 86_400_001);
    expect((await post(NEW_KEY, 'a')).headers.get('idempotent-replayed')).toBeNull();
    server.services.now = now;
    expect(await made()).toBe(2);

    while ((await purgeReservations(database, new Date(Date.now() + 3 * 86_400_000))) > 0);
    expect(await records(workspaceId)).toEqual([]);
  });

  test('includes the path, and repeats the ETag', async () => {
    const { workspaceId, rest } = await workspace();
    const { id } = await seedKey(workspaceId);
    const { id: other } = await seedKey(workspaceId);
    const rename = (of: string) => rest('PATCH', `/keys/${of}`, { name: 'B' }, { 'idempotency-key': 'a' });
    expect((await rename(id)).headers.get('etag')).toBe('"2"');
    expect((await rename(id)).headers.get('etag')).toBe('"2"');
    expect((await rename(other)).status).toBe(422);
  });
});
