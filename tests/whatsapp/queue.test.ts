import { afterAll, beforeAll, expect, test } from 'bun:test';

import { scoped } from '../../server/db/scoped';
import { moveMessage } from '../../server/whatsapp/connections/move';
import { workOn } from '../../server/whatsapp/work';
import { freshDatabase } from '../support/app';
import { until } from '../support/process';
import {
  accepted,
  engineOn,
  enqueue,
  errorOf,
  eventsOf,
  fakeDriver,
  messageOf,
  messagesOf,
  seedInstance,
  textOf,
} from './queue-support';

const SECOND = 1000;
let place: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => (place = await freshDatabase()));
afterAll(() => place.close());

/** An engine that runs for one test. */
async function running(fake: ReturnType<typeof fakeDriver>, clock = { ms: Date.now() }) {
  const engine = engineOn(place.database, { clock, driver: fake.driver });
  await engine.start();
  return { engine, clock, [Symbol.asyncDispose]: () => engine.stop() };
}

test('a message is marked as dispatched before it is given to the provider', async () => {
  const { database } = place;
  const seen: (Date | null)[] = [];
  const fake = fakeDriver(async (job) => {
    seen.push((await messageOf(database, job.messageId)).dispatchedAt);
    return { outcome: 'sent', providerMessageId: 'wamid.1' };
  });
  await using run = await running(fake);
  const instance = await seedInstance(database);
  const [id] = await enqueue(run.engine, database, instance, [{ to: '15550100000', text: 'Hello' }]);
  await run.engine.idle();

  expect(seen).toEqual([expect.any(Date)]);
  const row = await messageOf(database, id);
  expect(row).toMatchObject({
    status: 'sent',
    providerMessageId: 'wamid.1',
    attempt: 1,
    dueAt: null,
    leaseOwner: null,
  });
  expect(row.statusHistory.map(({ status, source }) => [status, source])).toEqual([
    ['sending', 'api'],
    ['sent', 'provider'],
  ]);
  expect(fake.jobs[0]).toMatchObject({ to: { type: 'direct', person: { phone: '15550100000' } }, attempt: 1 });
  expect(await eventsOf(database, instance.workspaceId)).toEqual(['whatsapp.message.sent']);
});

test('messages of a chat are sent one by one, those of different chats at the same time', async () => {
  const { database } = place;
  const open = new Map<string, () => void>();
  const arrived = Promise.withResolvers<void>();
  const fake = fakeDriver(async (job) => {
    const answered = Promise.withResolvers<void>();
    open.set(textOf(job), answered.resolve);
    if (open.size === 2) arrived.resolve();
    await answered.promise;
    return accepted(job);
  });
  await using run = await running(fake);
  const instance = await seedInstance(database);
  await enqueue(run.engine, database, instance, [
    { to: '15550100000', text: 'a1' },
    { to: '15550100000', text: 'a2' },
    { to: '15550100002', text: 'b1' },
    { to: '15550100000', text: 'a3' },
  ]);
  await arrived.promise;
  expect(fake.texts().toSorted()).toEqual(['a1', 'b1']);

  open.get('a1')?.();
  await until(() => open.has('a2'));
  expect(fake.texts()).not.toContain('a3');
  open.get('b1')?.();
  open.get('a2')?.();
  await until(() => open.has('a3'));
  open.get('a3')?.();
  await run.engine.idle();
  expect(fake.texts().filter((text) => text.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
});

test('a retry waits for the message of its chat that is at the provider', async () => {
  const { database } = place;
  const gate = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const fake = fakeDriver(async (job) => {
    if (textOf(job) === 'second') {
      second.resolve();
      await gate.promise;
    }
    const isFirst = textOf(job) === 'first' && job.attempt === 1;
    return isFirst ? { outcome: 'unknown', providerMessageId: null } : accepted(job);
  });
  await using run = await running(fake);
  const instance = await seedInstance(database);
  const to = '15550100000';
  const [first] = await enqueue(run.engine, database, instance, [{ to, text: 'first' }]);
  await run.engine.idle();
  await enqueue(run.engine, database, instance, [{ to, text: 'second' }]);
  await second.promise;

  const row = await messageOf(database, first);
  await workOn(run.engine.work, scoped(database, instance.workspaceId), instance.id, async (work) => {
    const again = { attempt: 2, dueAt: work.now, dispatchedAt: null };
    await moveMessage(work, row, { status: 'queued', at: work.now, source: 'api' }, again);
  });
  // Somebody else’s message shows that the queue went on meanwhile.
  const [other] = await enqueue(run.engine, database, instance, [{ to: '15550100002', text: 'other' }]);
  await until(async () => (await messageOf(database, other)).acceptedAt !== null);
  expect(fake.texts()).toEqual(['first', 'second', 'other']);
  gate.resolve();
  await run.engine.idle();
  expect(fake.jobs.map((job) => [textOf(job), job.attempt]).at(-1)).toEqual(['first', 2]);
  expect(await messageOf(database, first)).toMatchObject({ status: 'sending', attempt: 2 });
});

test('cloud sends at most sixteen messages at the same time', async () => {
  const { database } = place;
  let [now, most] = [0, 0];
  const gate = Promise.withResolvers<void>();
  const fake = fakeDriver(async (job) => {
    now += 1;
    most = Math.max(most, now);
    if (now === 16) gate.resolve();
    await gate.promise;
    now -= 1;
    return accepted(job);
  });
  const clock = { ms: Date.now() };
  await using run = await running(fake, clock);
  const instance = await seedInstance(database);
  const orders = Array.from({ length: 40 }, (_, index) => ({ to: `1555020${1000 + index}`, text: `${index}` }));
  await enqueue(run.engine, database, instance, orders);
  while (fake.jobs.length < 40) {
    // Its pace is eighty a second.
    clock.ms += 50;
    await run.engine.idle();
  }
  expect(most).toBe(16);
  expect(new Set(fake.texts()).size).toBe(40);
});

test('an unsent message is retried after 1, 4, 16, 60 and 120 seconds, then it fails', async () => {
  const { database } = place;
  const error = errorOf('provider_rate_limited');
  const fake = fakeDriver(() => ({ outcome: 'not_sent', providerMessageId: null, error }));
  await using run = await running(fake);
  const instance = await seedInstance(database);
  const [id] = await enqueue(run.engine, database, instance, [{ to: '15550100000', text: 'Hello' }]);
  const start = run.clock.ms;
  for (const [tries, seconds] of [1, 4, 16, 60, 120].entries()) {
    await run.engine.idle();
    expect(fake.jobs.length).toBe(tries + 1);
    const row = await messageOf(database, id);
    expect(row).toMatchObject({ status: 'queued', retries: tries + 1, attempt: 1, dispatchedAt: null });
    expect(row.dueAt).toEqual(new Date(run.clock.ms + seconds * SECOND));
    expect(row.waiting).toEqual({ reason: 'provider_rate_limited', until: row.dueAt?.toISOString() ?? null });
    run.clock.ms += seconds * SECOND - 1;
    await run.engine.idle();
    expect(fake.jobs.length).toBe(tries + 1);
    run.clock.ms += 1;
  }
  await run.engine.idle();
  expect(fake.jobs.length).toBe(6);
  expect(run.clock.ms - start).toBe(201 * SECOND);
  expect(await messageOf(database, id)).toMatchObject({ status: 'failed', waiting: null, error: { code: error.code } });
  expect(await eventsOf(database, instance.workspaceId)).toEqual(['whatsapp.message.failed']);
});

test('Retry-After is respected, and nothing is retried after its expiry or after a permanent error', async () => {
  const { database } = place;
  const errors = new Map([
    ['later', errorOf('provider_rate_limited', { retry_after_ms: 30_000 })],
    ['too late', errorOf('provider_rate_limited', { retry_after_ms: 30_000 })],
    ['never', errorOf('token_invalid')],
    ['pair', errorOf('pair_rate_limited')],
  ]);
  const fake = fakeDriver((job) => ({ outcome: 'not_sent', providerMessageId: null, error: errors.get(textOf(job)) }));
  await using run = await running(fake);
  const instance = await seedInstance(database);
  const expiresAt = new Date(run.clock.ms + 20_000);
  const ids = await enqueue(run.engine, database, instance, [
    { to: '15550200001', text: 'later' },
    { to: '15550200002', text: 'too late', columns: { expiresAt } },
    { to: '15550200003', text: 'never' },
    { to: '15550200004', text: 'pair', columns: { retries: 2 } },
  ]);
  await run.engine.idle();
  const rows = await Promise.all(ids.map((id) => messageOf(database, id)));
  expect(rows.map(({ status }) => status)).toEqual(['queued', 'failed', 'failed', 'queued']);
  expect(rows[0]?.dueAt).toEqual(new Date(run.clock.ms + 30_000));
  expect(rows[1]?.error?.code).toBe('provider_rate_limited');
  expect(rows[3]?.dueAt).toEqual(new Date(run.clock.ms + 16_000));
  expect(rows[3]?.waiting?.reason).toBe('pair_limit');
});

test('a message that may have been sent is unconfirmed and never sent again; a later status resolves it', async () => {
  const { database } = place;
  const fake = fakeDriver((job) => {
    if (textOf(job) === 'throws') throw new Error('The driver broke.');
    return { outcome: 'unknown', providerMessageId: null };
  });
  await using run = await running(fake);
  const instance = await seedInstance(database);
  const ids = await enqueue(run.engine, database, instance, [
    { to: '15550200001', text: 'lost' },
    { to: '15550200002', text: 'throws' },
  ]);
  await run.engine.idle();
  run.clock.ms += 3_600_000;
  await run.engine.idle();
  expect(fake.jobs.filter(({ messageId }) => ids.includes(messageId)).length).toBe(2);
  for (const id of ids) expect(await messageOf(database, id)).toMatchObject({ status: 'unconfirmed', dueAt: null });

  const word = { kind: 'status', messageId: ids[0], providerMessageId: 'wamid.late', status: 'sent' } as const;
  await run.engine.report(instance.id, [{ ...word, at: new Date(run.clock.ms) }]);
  expect(await messageOf(database, ids[0])).toMatchObject({ status: 'sent', providerMessageId: 'wamid.late' });
});

test('accepted is not sent: after 120 seconds without a status a message is unconfirmed', async () => {
  const { database } = place;
  const fake = fakeDriver(accepted);
  await using run = await running(fake);
  const instance = await seedInstance(database);
  const [id] = await enqueue(run.engine, database, instance, [{ to: '15550100000', text: 'Hello' }]);
  await run.engine.idle();
  expect(await messageOf(database, id)).toMatchObject({
    status: 'sending',
    providerMessageId: `wamid.${id}.1`,
    acceptedAt: new Date(run.clock.ms),
    leaseOwner: null,
  });
  run.clock.ms += 120 * SECOND - 1;
  await run.engine.idle();
  expect((await messageOf(database, id)).status).toBe('sending');
  run.clock.ms += 1;
  await run.engine.idle();
  expect((await messageOf(database, id)).status).toBe('unconfirmed');
  expect(fake.jobs.length).toBe(1);
  expect(await eventsOf(database, instance.workspaceId)).toEqual([
    'whatsapp.message.unconfirmed',
    'whatsapp.instance.health_changed',
  ]);
});

test('a status that arrives before the answer of the provider is not lost', async () => {
  const { database } = place;
  const fake = fakeDriver(async (job) => {
    const at = new Date(run.clock.ms);
    const outcome = accepted(job);
    const providerMessageId = outcome.providerMessageId ?? '';
    await run.engine.report(instance.id, [{ kind: 'status', providerMessageId, status: 'delivered', at }]);
    return outcome;
  });
  await using run = await running(fake);
  const instance = await seedInstance(database);
  const [id] = await enqueue(run.engine, database, instance, [{ to: '15550100000', text: 'Hello' }]);
  await run.engine.idle();
  expect(await messageOf(database, id)).toMatchObject({ status: 'delivered', providerMessageId: `wamid.${id}.1` });
});

test('a refusal fails the message at once, with the reason', async () => {
  const { database } = place;
  const error = errorOf('recipient_unreachable');
  const fake = fakeDriver(() => ({ outcome: 'refused', providerMessageId: null, error }));
  await using run = await running(fake);
  const instance = await seedInstance(database);
  const [id] = await enqueue(run.engine, database, instance, [{ to: '15550100000', text: 'Hello' }]);
  await run.engine.idle();
  expect(await messageOf(database, id)).toMatchObject({ status: 'failed', error, dueAt: null });
  expect((await messagesOf(database, instance.id)).length).toBe(1);
});
