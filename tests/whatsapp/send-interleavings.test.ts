import { afterAll, expect, test } from 'bun:test';

import { asc, eq } from 'drizzle-orm';

import type { WorkspaceCall } from '../../server/call-context';
import { readConfig } from '../../server/config/config';
import { queries } from '../../server/db/database';
import { engine as databaseEngine } from '../../server/db/engine';
import { scoped } from '../../server/db/scoped';
import { ApiError } from '../../server/errors';
import { events } from '../../server/events/schema';
import { createLog } from '../../server/log';
import { nextTurn } from '../../server/next-turn';
import { createServices } from '../../server/services';
import type { SendJob, SendResult } from '../../server/whatsapp/drivers/driver';
import { cancelMessage } from '../../server/whatsapp/messages/cancel';
import { retryMessage } from '../../server/whatsapp/messages/retry';
import { waChats } from '../../server/whatsapp/schema/people';
import type { EventEnvelope } from '../../shared/events/events';
import { type MessageStatus, STATUS_RANK } from '../../shared/whatsapp/message';
import { freshDatabase } from '../support/app';
import { contextOf } from '../support/context';
import { seedKey } from '../support/seed';
import { engineOn, enqueue, errorOf, fakeDriver, type MessageRow, messagesOf, seedInstance } from './queue-support';
import { drawnSeed, ORDERS, seeded, shuffled } from './seeded';

const SECOND = 1000;
const TOGETHER = 50;
/** Each message has an order of its own; fewer where each transaction is a journey. */
const ROUNDS = Math.ceil(Math.min(ORDERS, databaseEngine === 'postgres' ? 200 : ORDERS) / TOGETHER);
const LIMIT_MS = 300_000;

const fresh = await freshDatabase();
const { database } = fresh;
afterAll(() => fresh.close());
const config = readConfig({ LOG_LEVEL: 'silent', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') });
const services = createServices(config, database, createLog('silent'));

/** An engine whose provider answers as the test says, an instance, and a caller’s verbs on it. */
async function stage(answer: (job: SendJob) => SendResult | Promise<SendResult>) {
  const clock = { ms: Date.now() };
  const fake = fakeDriver(answer);
  const engine = engineOn(database, { clock, driver: fake.driver });
  await engine.start();

  const round = async (columns: (index: number) => Partial<MessageRow>) => {
    const instance = await seedInstance(database);
    const orders = Array.from({ length: TOGETHER }, (_, index) => ({
      to: `1555${1_000_000 + index}`,
      text: `No. ${index}`,
      columns: columns(index),
    }));
    const ids = await enqueue(engine, database, instance, orders);
    const windowExpiresAt = new Date(clock.ms + 86_400_000);
    await queries(database).update(waChats).set({ windowExpiresAt }).where(eq(waChats.instanceId, instance.id));
    const { secret } = await seedKey(instance.workspaceId, {}, database);
    const now = () => new Date(clock.ms);
    const caller = await contextOf({ ...services, now, store: database, whatsapp: engine }, secret);
    const { workspaceId } = instance;
    const ctx = { ...caller, workspaceId, db: scoped(database, workspaceId) } as WorkspaceCall;
    const of = (message_id: string) => ({ instance_id: instance.id, message_id });
    return {
      ids,
      instance,
      cancel: (id: string) => hasWorked(cancelMessage(ctx, of(id))),
      retry: (id: string) => hasWorked(retryMessage(ctx, of(id))),
      rows: () => messagesOf(database, instance.id),
      told: () => eventsOf(workspaceId),
    };
  };
  return { clock, engine, jobs: fake.jobs, round, [Symbol.asyncDispose]: () => engine.stop() };
}

/** False for a refusal, which may be none but that it is too late. */
async function hasWorked(verb: Promise<unknown>): Promise<boolean> {
  try {
    await verb;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_state') return false;
    throw error;
  }
}

/** Begins all of it in that order, each after as long as some reads take, so that it spreads over what writes. */
async function interleaved(acts: readonly (() => Promise<unknown>)[], random: () => number): Promise<void> {
  const running: Promise<unknown>[] = [];
  for (const act of acts) {
    running.push(act());
    for (let reads = Math.floor(random() * 4); reads > 0; reads -= 1) {
      await queries(database).select({ id: waChats.id }).from(waChats).limit(1);
      await nextTurn();
    }
  }
  await Promise.all(running);
}

async function eventsOf(workspaceId: string): Promise<EventEnvelope[]> {
  const rows = await queries(database)
    .select()
    .from(events)
    .where(eq(events.workspaceId, workspaceId))
    .orderBy(asc(events.sequence));
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
  return rows.map(({ body }) => JSON.parse(body) as EventEnvelope);
}

const ARROW = /^whatsapp\.message\./;
/** The statuses of which events told, by message, in their order. */
function statusesTold(told: readonly EventEnvelope[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { type, data } of told) {
    if (!ARROW.test(type)) continue;
    const { id } = data as { id: string };
    found.set(id, [...(found.get(id) ?? []), type.replace(ARROW, '')]);
  }
  return found;
}

/** Every applied status follows from the one before: up, to a failure, or back to the queue by ourselves. */
function expectLegal({ statusHistory }: MessageRow): void {
  const applied = statusHistory.filter((entry) => entry.applied);
  for (const [index, { status, source }] of applied.entries()) {
    const before = applied[index - 1]?.status;
    if (before === undefined || (source === 'api' && status === 'queued')) continue;
    const steps = [before, status].map((one) =>
      one in STATUS_RANK ? STATUS_RANK[one as keyof typeof STATUS_RANK] : 4.5,
    );
    expect([before, status, (steps[1] ?? 0) > (steps[0] ?? 0) || before === 'failed']).toEqual([before, status, true]);
  }
}

test(
  'a message canceled at the moment of sending is canceled or sent, never both',
  async () => {
    const random = seeded(drawnSeed());
    let place: Awaited<ReturnType<Awaited<ReturnType<typeof stage>>['round']>> | undefined;
    await using stand = await stage(async ({ messageId, attempt }) => {
      // It is too late then, whatever has been written.
      if (random() < 0.3) expect(await place?.cancel(messageId)).toBe(false);
      return { outcome: 'sent', providerMessageId: `wamid.${messageId}.${attempt}` };
    });
    let [canceled, sent] = [0, 0];
    for (let run = 0; run < ROUNDS; run += 1) {
      const due = new Date(stand.clock.ms + SECOND);
      place = await stand.round(() => ({ status: 'scheduled', scheduledAt: due, dueAt: due }));
      const { ids, instance, cancel, rows, told } = place;
      const answers = new Map<string, boolean[]>(ids.map((id) => [id, []]));
      const tries = ids.flatMap((id) => (random() < 0.3 ? [id, id] : [id]));
      const acts = tries.map((id) => async () => void answers.get(id)?.push(await cancel(id)));
      const looks = Array.from({ length: 4 }, () => () => stand.engine.idle(instance.id));
      stand.clock.ms += SECOND;
      await interleaved(shuffled([...acts, ...looks], random), random);
      for (let second = 0; second < 3; second += 1) {
        stand.clock.ms += SECOND;
        await stand.engine.idle(instance.id);
      }

      const ends = statusesTold(await told());
      for (const row of await rows()) {
        const won = answers.get(row.id)?.filter(Boolean).length ?? 0;
        const given = stand.jobs.filter(({ messageId }) => messageId === row.id).length;
        expect([row.id, row.status, won, given]).toEqual([row.id, won === 1 ? 'canceled' : 'sent', won, 1 - won]);
        expect(ends.get(row.id)?.filter((one) => one !== 'queued')).toEqual([row.status]);
        expect(row).toMatchObject({ dueAt: null, leaseOwner: null });
        if (won === 1) canceled += 1;
        else sent += 1;
      }
    }
    // Else nothing was interleaved.
    expect(Math.min(canceled, sent)).toBeGreaterThan((ROUNDS * TOGETHER) / 20);
  },
  LIMIT_MS,
);

const RECEIPTS = ['sent', 'delivered', 'read', 'failed'] as const;
type Receipt = (typeof RECEIPTS)[number];

test(
  'a retry beside late receipts of the earlier try sends at most once more, and loses no receipt',
  async () => {
    const random = seeded(drawnSeed());
    const oneOf = <T>(...items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    const idOf = (messageId: string, attempt: number) => `wamid.${messageId}.${attempt}`;
    await using stand = await stage(({ messageId, attempt }) => {
      const providerMessageId = idOf(messageId, attempt);
      if (attempt === 1) {
        return oneOf<SendResult>(
          { outcome: 'unknown', providerMessageId: null },
          { outcome: 'unknown', providerMessageId },
          { outcome: 'refused', providerMessageId, error: errorOf('recipient_unreachable') },
        );
      }
      return oneOf<SendResult>(
        { outcome: 'sent', providerMessageId },
        { outcome: 'accepted', providerMessageId },
        { outcome: 'unknown', providerMessageId: null },
      );
    });
    let again = 0;
    for (let run = 0; run < ROUNDS; run += 1) {
      const { ids, instance, retry, rows, told } = await stand.round(() => ({}));
      for (let second = 0; second < 3; second += 1) {
        await stand.engine.idle(instance.id);
        stand.clock.ms += SECOND;
      }
      const retried = new Map<string, number>();
      const heard = new Map<string, Set<MessageStatus>>(ids.map((id) => [id, new Set()]));
      const report = (messageId: string, attempt: number, status: Receipt) => async () => {
        heard.get(messageId)?.add(status);
        const at = new Date(stand.clock.ms);
        const error = status === 'failed' ? { error: errorOf('recipient_unreachable') } : {};
        const word = {
          kind: 'status',
          messageId,
          providerMessageId: idOf(messageId, attempt),
          status,
          at,
          ...error,
        } as const;
        await stand.engine.report(instance.id, [word]);
      };
      const acts = ids.flatMap((id) => {
        const late = RECEIPTS.filter(() => random() < 0.4).map((status) => report(id, 1, status));
        const tries = Array.from({ length: 1 + Math.floor(random() * 2) }, () => async () => {
          if (await retry(id)) retried.set(id, (retried.get(id) ?? 0) + 1);
        });
        return [...late, ...(random() < 0.5 ? late : []), ...tries];
      });
      const looks = Array.from({ length: 6 }, () => () => stand.engine.idle(instance.id));
      await interleaved(shuffled([...acts, ...looks], random), random);
      for (let second = 0; second < 3; second += 1) {
        stand.clock.ms += SECOND;
        await stand.engine.idle(instance.id);
      }

      const ends = statusesTold(await told());
      for (const row of await rows()) {
        const words = heard.get(row.id) ?? new Set();
        const given = stand.jobs.filter(({ messageId }) => messageId === row.id).map(({ attempt }) => attempt);
        expect(new Set(given).size).toBe(given.length);
        expect(row.attempt).toBe(1 + (retried.get(row.id) ?? 0));
        expect(Math.max(...given)).toBeLessThanOrEqual(row.attempt);
        expectLegal(row);
        const kept = new Set(row.statusHistory.map(({ status }) => status));
        for (const word of words) expect([row.id, word, kept.has(word)]).toEqual([row.id, word, true]);
        const proof = (['read', 'delivered'] as const).find((one) => words.has(one));
        if (proof) expect(row.status).toBe(proof);
        expect(['sending', 'unconfirmed', 'sent', 'delivered', 'read', 'failed']).toContain(row.status);
        const last = ends.get(row.id)?.at(-1);
        expect([row.id, row.status === 'sending' ? 'queued' : row.status]).toEqual([row.id, last ?? '']);
        if (row.attempt > 1) again += 1;
      }
    }
    expect(again).toBeGreaterThan((ROUNDS * TOGETHER) / 20);
  },
  LIMIT_MS,
);
