import { afterAll, describe, expect, test } from 'bun:test';

import { eq, inArray } from 'drizzle-orm';

import { auditEntries } from '../../server/access/schema/audit';
import { apiKeys } from '../../server/access/schema/keys';
import { queries } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { events } from '../../server/events/schema';
import { idempotencyRecords } from '../../server/idempotency/schema';
import { freshDatabase } from '../support/app';
import { restClient, type Answer } from '../support/client';
import { startProcess, until, type ServerProcess } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { slowKeys } from '../support/statements';

const fresh = await freshDatabase();
afterAll(() => fresh.close());
const db = queries(fresh.database);
await slowKeys(fresh.url);

/** Workspaces with a key each, since one workspace has room for a hundred keys. */
const seedMakers = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const workspaceId = await seedWorkspace('Crash', fresh.database);
      return { workspaceId, ...(await seedKey(workspaceId, { fullAccess: true }, fresh.database)) };
    }),
  );

/** Creates a key of that name; undefined when the connection broke. */
const create = (server: ServerProcess, secret: string, name: string, headers: Record<string, string> = {}) =>
  restClient(server.url, secret)('POST', '/keys', { kind: 'ak', name, scopes: ['models:read'] }, headers).catch(
    () => undefined,
  );

const made = async (workspaceIds: string[]) =>
  (await db.select().from(apiKeys).where(inArray(apiKeys.workspaceId, workspaceIds))).filter(
    (key) => key.createdBy.type === 'key',
  );

describe('kill -9 in the middle of a hundred creations', () => {
  test('loses none that was answered, and leaves none half made', async () => {
    const makers = await seedMakers(4);
    const ids = makers.map((maker) => maker.workspaceId);
    await using server = await startProcess(fresh.url);
    const answered: { secret: string; body: Answer['body'] }[] = [];
    const requests = Array.from({ length: 100 }, async (_, index) => {
      const { secret } = makers[index % makers.length] ?? { secret: '' };
      const answer = await create(server, secret, `Key ${index}`);
      if (answer?.status === 201) answered.push({ secret, body: answer.body });
    });
    await until(() => answered.length >= 20);
    await server.crash();
    await Promise.all(requests);
    expect(answered.length).toBeLessThan(100);

    await using again = await startProcess(fresh.url);
    for (const { secret, body } of answered) {
      const { status, body: now } = await restClient(again.url, secret)('GET', `/keys/${body.id}`);
      expect([status, now.name]).toEqual([200, body.name]);
      expect((await restClient(again.url, body.secret)('GET', '/me')).status).toBe(200);
    }
    const keys = (await made(ids)).map((key) => key.id).toSorted();
    const emitted = await db.select().from(events).where(inArray(events.workspaceId, ids));
    const written = await db.select().from(auditEntries).where(inArray(auditEntries.workspaceId, ids));
    expect(emitted.map((event) => String(JSON.parse(event.body).data.id)).toSorted()).toEqual(keys);
    expect(written.map((entry) => entry.targetId).toSorted()).toEqual(keys);
  });

  test('with an Idempotency-Key each, a retry gives each exactly one effect', async () => {
    const makers = await seedMakers(2);
    const ids = makers.map((maker) => maker.workspaceId);
    await using server = await startProcess(fresh.url);
    const calls = Array.from({ length: 60 }, (_, index) => ({
      secret: makers[index % makers.length]?.secret ?? '',
      name: `Key ${index}`,
      headers: { 'idempotency-key': `key-${index}` },
    }));
    const first = Promise.all(calls.map(({ secret, name, headers }) => create(server, secret, name, headers)));
    const records = () => db.select().from(idempotencyRecords).where(inArray(idempotencyRecords.workspaceId, ids));
    const count = async (state: string) => (await records()).filter((record) => record.state === state).length;
    // Where transactions take turns nothing is reserved ahead of them.
    const reserves = engine === 'postgres';
    await until(async () => (await count('done')) >= 5 && (!reserves || (await count('running')) > 0));
    await server.crash();
    const before = (await first).filter((answer) => answer?.status === 201).length;

    // It died between reservation and effect of some, and after the effect of others.
    const [running, done] = [await count('running'), await count('done')];
    expect(running > 0).toBe(reserves);
    expect(done).toBeGreaterThanOrEqual(before);
    expect((await made(ids)).length).toBe(done);

    // The dead process holds its reservations for a minute; here the minute is over.
    await db
      .update(idempotencyRecords)
      .set({ leaseExpiresAt: new Date(0) })
      .where(eq(idempotencyRecords.state, 'running'));
    await using again = await startProcess(fresh.url);
    const second = await Promise.all(calls.map(({ secret, name, headers }) => create(again, secret, name, headers)));
    expect(second.map((answer) => answer?.status)).toEqual(calls.map(() => 201));
    expect(second.filter((answer) => answer?.headers.has('idempotent-replayed')).length).toBe(done);

    const keys = await made(ids);
    expect(keys.map((key) => key.name).toSorted()).toEqual(calls.map((call) => call.name).toSorted());
    expect(second.map((answer) => String(answer?.body.id)).toSorted()).toEqual(keys.map((key) => key.id).toSorted());
  });
});
