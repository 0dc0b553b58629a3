import { afterAll, expect, test } from 'bun:test';

import { and, eq } from 'drizzle-orm';

import { authChanges, passwordResets, sessions } from '../../server/access/schema/accounts';
import { auditEntries } from '../../server/access/schema/audit';
import { apiKeys } from '../../server/access/schema/keys';
import { aiRequests, aiUsageDays } from '../../server/ai/schema';
import type { Services } from '../../server/call-context';
import { queries } from '../../server/db/database';
import { listRetentions } from '../../server/db/retentions';
import { workspaces } from '../../server/db/workspaces';
import { events } from '../../server/events/schema';
import { idempotencyRecords, userIdempotencyRecords } from '../../server/idempotency/schema';
import { jobsOf } from '../../server/modules';
import { requestLogs, usageDays, usageHours, usageMinutes } from '../../server/usage/schema';
import { hasOutdatedRequestLogs, purgeRequestLogs } from '../../server/usage/system/request-logs';
import { idAt, newId } from '../../shared/ids';
import { seedAiRequest } from '../ai/fixtures';
import { database, startServer } from '../support/app';
import { seedKey, seedUser, seedWorkspace } from '../support/seed';

const server = await startServer();
afterAll(() => server.stop());

const db = queries(database);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (milliseconds: number): Date => new Date(Date.now() - milliseconds);

/** Runs a job as two processes would that begin at the same time. */
async function runTwice(name: string, services: Services = server.services): Promise<void> {
  const job = jobsOf(services).find((candidate) => candidate.name === name);
  if (!job) throw new Error(`There is no job ${name}.`);
  const { signal } = new AbortController();
  await Promise.all([job.run(signal), job.run(signal)]);
}

test('idempotency records end after a day, however many there are', async () => {
  const workspaceId = await seedWorkspace();
  const record = (key: string, expiresAt: Date) => ({
    workspaceId,
    key,
    fingerprint: '',
    operationId: 'keys_create',
    actorId: '',
    state: 'done' as const,
    owner: '',
    leaseExpiresAt: expiresAt,
    createdAt: ago(2 * DAY),
    expiresAt,
  });
  await db.insert(idempotencyRecords).values(Array.from({ length: 1100 }, (_, index) => record(`${index}`, ago(1000))));
  await db.insert(idempotencyRecords).values(record('live', ago(-HOUR)));
  await runTwice('idempotency records');
  const left = await db.select().from(idempotencyRecords).where(eq(idempotencyRecords.workspaceId, workspaceId));
  expect(left.map((row) => row.key)).toEqual(['live']);

  const { id: userId } = await seedUser();
  const { workspaceId: _, ...kept } = record('past', ago(1000));
  await db.insert(userIdempotencyRecords).values([
    { ...kept, userId },
    { ...kept, userId, key: 'live', expiresAt: ago(-HOUR) },
  ]);
  await runTwice('idempotency records');
  const own = await db.select().from(userIdempotencyRecords).where(eq(userIdempotencyRecords.userId, userId));
  expect(own.map((row) => row.key)).toEqual(['live']);
});

test('audit entries and events are kept as long as the configuration says', async () => {
  const workspaceId = await seedWorkspace();
  const times = [ago(400 * DAY), ago(29 * DAY), ago(0)];
  await db.insert(auditEntries).values(
    times.map((createdAt) => ({
      id: newId('aud'),
      workspaceId,
      actor: { type: 'system' as const, id: null, label: '' },
      actorId: '',
      action: 'api_key.updated',
      targetId: '',
      ip: '',
      userAgent: '',
      requestId: '',
      createdAt,
    })),
  );
  await db.insert(events).values(
    times.map((createdAt, index) => ({
      id: newId('evt'),
      workspaceId,
      sequence: index + 1,
      type: 'api_key.updated' as const,
      body: '{}',
      createdAt,
    })),
  );
  const kept = async (table: typeof auditEntries | typeof events) =>
    (
      await db
        .select()
        .from(table as typeof events)
        .where(eq(table.workspaceId, workspaceId))
    ).length;

  await runTwice('audit retention');
  await runTwice('event retention');
  expect([await kept(auditEntries), await kept(events)]).toEqual([2, 2]);

  const { config } = server.services;
  const shorter = { ...server.services, config: { ...config, auditRetentionDays: 10, eventRetentionDays: 10 } };
  await runTwice('audit retention', shorter);
  await runTwice('event retention', shorter);
  expect([await kept(auditEntries), await kept(events)]).toEqual([1, 1]);
});

const logRow = (workspaceId: string, createdAt: Date) => ({
  id: idAt('req', createdAt.getTime()).slice(0, -10) + newId('req').slice(-10),
  workspaceId,
  method: 'GET',
  path: '/',
  operationId: 'me_get',
  surface: 'links',
  status: 200,
  durationMs: 1,
  ip: '',
  userAgent: '',
  createdAt,
});

const loggedDays = async (workspaceId: string) => {
  const rows = await db.select().from(requestLogs).where(eq(requestLogs.workspaceId, workspaceId));
  return rows.map((row) => Math.round((Date.now() - row.createdAt.getTime()) / DAY)).toSorted((a, b) => a - b);
};

test('each workspace keeps its request log as long as it chose', async () => {
  const short = await seedWorkspace();
  const long = await seedWorkspace();
  await db.update(workspaces).set({ logRetentionDays: 30 }).where(eq(workspaces.id, long));
  for (const id of [short, long]) {
    await db.insert(requestLogs).values([1, 6, 8, 29, 31].map((days) => logRow(id, ago(days * DAY))));
  }
  await runTwice('request log retention');
  expect(await loggedDays(short)).toEqual([1, 6]);
  expect(await loggedDays(long)).toEqual([1, 6, 8, 29]);
});

test('each workspace keeps its events as long as it chose, or as the installation does', async () => {
  const [plain, short, long] = [await seedWorkspace(), await seedWorkspace(), await seedWorkspace()];
  await db.update(workspaces).set({ eventRetentionDays: 3 }).where(eq(workspaces.id, short));
  await db.update(workspaces).set({ eventRetentionDays: 90 }).where(eq(workspaces.id, long));
  const days = [100, 89, 31, 29, 4, 1];
  for (const workspaceId of [plain, short, long]) {
    await db.insert(events).values(
      days.map((age, index) => ({
        id: newId('evt'),
        workspaceId,
        sequence: index + 1,
        type: 'api_key.updated' as const,
        body: '{}',
        createdAt: ago(age * DAY),
      })),
    );
  }
  await runTwice('event retention');
  const kept = async (workspaceId: string) => {
    const rows = await db.select().from(events).where(eq(events.workspaceId, workspaceId));
    return rows.map(({ sequence }) => days[sequence - 1] ?? 0).toSorted((a, b) => b - a);
  };
  expect([await kept(plain), await kept(short), await kept(long)]).toEqual([[29, 4, 1], [1], [89, 31, 29, 4, 1]]);
});

test('of too many requests the newest stay', async () => {
  const workspaceId = await seedWorkspace();
  const neighbour = await seedWorkspace();
  for (const id of [workspaceId, neighbour]) {
    await db.insert(requestLogs).values([1, 2, 3, 4, 5].map((days) => logRow(id, ago(days * DAY))));
  }
  const isOutdated = async (keep: number) => {
    const limits = { before: ago(7 * DAY), keep };
    const found = await Array.fromAsync(listRetentions(database, () => hasOutdatedRequestLogs(database, limits)));
    return found.some(({ id }) => id === workspaceId);
  };
  expect([await isOutdated(5), await isOutdated(4)]).toEqual([false, true]);
  expect(await purgeRequestLogs(database, { workspaceId, before: ago(7 * DAY), keep: 2 })).toBe(3);
  expect(await purgeRequestLogs(database, { workspaceId, before: ago(7 * DAY), keep: 2 })).toBe(0);
  expect(await loggedDays(workspaceId)).toEqual([1, 2]);
  expect(await loggedDays(neighbour)).toEqual([1, 2, 3, 4, 5]);
});

test('usage is kept 48 hours by the minute, 90 days by the hour and 25 months by the day', async () => {
  const workspaceId = await seedWorkspace();
  const tables = [usageMinutes, usageHours, usageDays];
  const ages = [47 * HOUR, 50 * HOUR, 89 * DAY, 92 * DAY, 740 * DAY, 800 * DAY];
  for (const table of tables) {
    await db.insert(table).values(
      ages.map((age) => ({
        workspaceId,
        bucket: ago(age),
        keyId: '',
        operationId: 'me_get',
        statusClass: 2,
        requests: 1,
        rateLimited: 0,
        durationMsSum: 1,
        durationMsMax: 1,
      })),
    );
  }
  await runTwice('usage retention');
  const left = await Promise.all(
    tables.map(async (table) => {
      const rows = await db.select().from(table).where(eq(table.workspaceId, workspaceId));
      return rows.length;
    }),
  );
  expect(left).toEqual([1, 3, 5]);
});

test('calls of models are kept 90 days, their usage 25 months', async () => {
  const workspaceId = await seedWorkspace();
  for (const days of [89, 91]) await seedAiRequest(workspaceId, { createdAt: ago(days * DAY) });
  await db.insert(aiUsageDays).values(
    [740, 800].map((days) => ({
      workspaceId,
      day: ago(days * DAY)
        .toISOString()
        .slice(0, 10),
      keyId: '',
      modelId: 'p/m',
      requests: days,
      failures: 0,
      promptTokens: 0,
      completionTokens: 0,
      cachedTokens: 0,
      reasoningTokens: 0,
      costMicroUsd: 0,
      estimatedRequests: 0,
      unpricedRequests: 0,
    })),
  );
  await runTwice('ai request retention');
  const calls = await db.select().from(aiRequests).where(eq(aiRequests.workspaceId, workspaceId));
  expect(calls.map(({ createdAt }) => Math.round((Date.now() - createdAt.getTime()) / DAY))).toEqual([89]);
  const usage = await db.select().from(aiUsageDays).where(eq(aiUsageDays.workspaceId, workspaceId));
  expect(usage.map(({ requests }) => requests)).toEqual([740]);
});

test('sessions and reset links past their end go, with the changes of rights that every process has seen', async () => {
  const live = await seedUser();
  const idle = await seedUser();
  await db
    .update(sessions)
    .set({ idleExpiresAt: ago(1000) })
    .where(eq(sessions.id, idle.sessionId));
  await db.insert(passwordResets).values([
    { tokenHash: newId('old'), userId: idle.id, createdAt: ago(HOUR), expiresAt: ago(1000) },
    { tokenHash: newId('new'), userId: live.id, createdAt: ago(HOUR), expiresAt: ago(-HOUR) },
  ]);
  const [old, young] = [-Date.now(), -Date.now() + 1];
  await db.insert(authChanges).values([
    { seq: old, kind: 'key', ref: 'old', at: ago(2 * HOUR) },
    { seq: young, kind: 'key', ref: 'young', at: ago(0.5 * HOUR) },
  ]);

  await runTwice('sessions and resets');
  await runTwice('auth changes');
  const of = async (userId: string) => [
    (await db.select().from(sessions).where(eq(sessions.userId, userId))).length,
    (await db.select().from(passwordResets).where(eq(passwordResets.userId, userId))).length,
  ];
  expect(await of(live.id)).toEqual([1, 1]);
  expect(await of(idle.id)).toEqual([0, 0]);
  expect(await db.select().from(authChanges).where(eq(authChanges.seq, old))).toEqual([]);
  expect(await db.select().from(authChanges).where(eq(authChanges.seq, young))).toHaveLength(1);
  await db.delete(authChanges).where(eq(authChanges.seq, young));
});

test('a deleted workspace is gone with all that is its own after a week', async () => {
  const deleted = async (since: Date) => {
    const id = await seedWorkspace();
    await seedKey(id);
    await db.insert(requestLogs).values(logRow(id, ago(0)));
    await db.update(workspaces).set({ status: 'deleting', deletedAt: since }).where(eq(workspaces.id, id));
    return id;
  };
  const old = await deleted(ago(8 * DAY));
  const young = await deleted(ago(6 * DAY));
  await runTwice('deleted workspaces');
  for (const [id, left] of [
    [old, 0],
    [young, 1],
  ] as const) {
    expect(await db.select().from(workspaces).where(eq(workspaces.id, id))).toHaveLength(left);
    expect(await db.select().from(apiKeys).where(eq(apiKeys.workspaceId, id))).toHaveLength(left);
    expect(await db.select().from(requestLogs).where(eq(requestLogs.workspaceId, id))).toHaveLength(left);
  }
});

test('the expiry of a key emits one event', async () => {
  const workspaceId = await seedWorkspace();
  const { id } = await seedKey(workspaceId, { expiresAt: ago(1000), expiryNoticeAt: ago(1000) });
  await runTwice('expiry of keys');
  await runTwice('expiry of keys');
  const emitted = await db
    .select()
    .from(events)
    .where(and(eq(events.workspaceId, workspaceId), eq(events.type, 'api_key.expired')));
  expect(emitted.map((event) => (JSON.parse(event.body) as { data: { id: string } }).data.id)).toEqual([id]);

  await db
    .update(apiKeys)
    .set({ revokedAt: ago(91 * DAY) })
    .where(eq(apiKeys.id, id));
  await runTwice('revoked keys');
  expect(await db.select().from(apiKeys).where(eq(apiKeys.id, id))).toEqual([]);
});
