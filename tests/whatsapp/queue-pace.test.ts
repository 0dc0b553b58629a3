import { afterAll, beforeAll, expect, test } from 'bun:test';

import { DEFAULT_SETTINGS } from '../../shared/whatsapp/instance';
import { freshDatabase } from '../support/app';
import { accepted, engineOn, enqueue, fakeDriver, messagesOf, people, runningOn, seedInstance } from './queue-support';

const SECOND = 1000;
let place: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => (place = await freshDatabase()));
afterAll(() => place.close());

/** The pace of an account that writes to few new people. */
const CAREFUL = {
  ...DEFAULT_SETTINGS,
  pacing: { max_per_minute: 20, jitter_ms: [1000, 3000], new_chats_per_hour: 10, new_chats_per_day: 50 },
};

const running = (fake?: ReturnType<typeof fakeDriver>, clock?: { ms: number }) =>
  runningOn(place.database, fake, clock);

test('the pace of an instance is kept, shown, and survives a restart', async () => {
  const clock = { ms: Date.now() };
  const pacing = { max_per_minute: 20, jitter_ms: [1000, 3000], new_chats_per_hour: null, new_chats_per_day: null };
  const instance = await seedInstance(place.database, { settings: { ...DEFAULT_SETTINGS, pacing } });
  const sentAt: number[] = [];
  const fake = fakeDriver((job) => {
    sentAt.push(clock.ms);
    return accepted(job);
  });
  const step = async (run: Awaited<ReturnType<typeof running>>, seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await run.engine.idle();
      clock.ms += SECOND;
    }
  };
  {
    await using run = await running(fake, clock);
    await enqueue(run.engine, place.database, instance, people(10));
    await step(run, 12);
  }
  const queued = (await messagesOf(place.database, instance.id)).filter(({ status }) => status === 'queued');
  expect(queued.length).toBe(7);
  for (const { waiting } of queued) expect(waiting?.reason).toBe('pacing');
  {
    await using run = await running(fake, clock);
    await step(run, 60);
  }
  expect(sentAt.length).toBe(10);
  // Twenty a minute, and two seconds more for the pause between 1 and 3 that chance put in the middle.
  const gaps = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
  expect(new Set(gaps)).toEqual(new Set([5 * SECOND]));
});

test('on cloud one person gets ten messages at once, then one every six seconds; others do not wait for that', async () => {
  await using run = await running();
  const instance = await seedInstance(place.database);
  const sent = (to: string) =>
    run.fake.jobs.filter(({ content }) => content.type === 'text' && content.text === to).length;
  const orders = Array.from({ length: 13 }, () => ({ to: '15550200001', text: 'much' }));
  await enqueue(run.engine, place.database, instance, [...orders, { to: '15550200002', text: 'other' }]);
  await run.engine.idle();
  expect([sent('much'), sent('other')]).toEqual([10, 1]);
  const held = (await messagesOf(place.database, instance.id)).find(({ waiting }) => waiting !== null);
  expect(held?.waiting).toEqual({ reason: 'pair_limit', until: new Date(run.clock.ms + 6 * SECOND).toISOString() });

  run.clock.ms += 6 * SECOND - 1;
  await run.engine.idle();
  expect(sent('much')).toBe(10);
  for (const count of [11, 12, 13]) {
    run.clock.ms += count === 11 ? 1 : 6 * SECOND;
    await run.engine.idle();
    expect(sent('much')).toBe(count);
  }

  // An hour of silence gives no more than the ten.
  run.clock.ms += 3600 * SECOND;
  await enqueue(run.engine, place.database, instance, orders);
  await run.engine.idle();
  expect(sent('much')).toBe(23);
});

test('new chats are limited by the caps; existing chats are not counted', async () => {
  await using run = await running();
  const instance = await seedInstance(place.database, { settings: CAREFUL });
  const [first] = people(1);
  if (!first) throw new Error('Nobody.');
  const minutes = async (count: number) => {
    for (let step = 0; step < count * 4; step += 1) {
      await run.engine.idle();
      run.clock.ms += 15 * SECOND;
    }
  };
  await enqueue(run.engine, place.database, instance, people(12));
  await minutes(5);
  expect(run.fake.jobs.length).toBe(10);
  const capped = (await messagesOf(place.database, instance.id)).filter(
    ({ waiting }) => waiting?.reason === 'new_chat_limit',
  );
  expect(capped.length).toBe(2);

  await enqueue(run.engine, place.database, instance, [{ ...first, text: 'Again' }]);
  await run.engine.idle();
  expect(run.fake.texts().filter((text) => text === 'Again').length).toBe(1);
  // Ten an hour is one in six minutes.
  await minutes(2);
  expect(run.fake.jobs.length).toBe(12);
  await minutes(6);
  expect(run.fake.jobs.length).toBe(13);
});

test('five hundred messages at once keep the pace and caps of a careful account, also over a restart', async () => {
  const clock = { ms: Date.now() };
  const sent: { at: number; to: string }[] = [];
  const fake = fakeDriver((job) => {
    sent.push({ at: clock.ms, to: job.to.type === 'direct' ? (job.to.person.phone ?? '') : '' });
    return { outcome: 'sent', providerMessageId: `wamid.${job.messageId}` };
  });
  const instance = await seedInstance(place.database, { settings: CAREFUL });
  const minutes = async (engine: ReturnType<typeof engineOn>, count: number) => {
    for (let step = 0; step < count * 15; step += 1) {
      await engine.idle(instance.id);
      clock.ms += 4 * SECOND;
    }
  };
  const first = engineOn(place.database, { clock, driver: fake.driver });
  await first.start();
  await enqueue(first, place.database, instance, Array.from({ length: 20 }, () => people(25)).flat());
  await minutes(first, 4);
  await first.stop();
  const second = engineOn(place.database, { clock, driver: fake.driver });
  await second.start();
  await minutes(second, 4);
  await second.stop();

  // Three seconds and a jitter of one at least; ten new people an hour, and one more in six minutes.
  const gaps = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4 * SECOND);
  expect(sent.length).toBeGreaterThan(50);
  expect(new Set(sent.map(({ to }) => to)).size).toBe(11);
  const queued = (await messagesOf(place.database, instance.id)).filter(({ status }) => status === 'queued');
  const heads = new Map(queued.toReversed().map((row) => [row.chatId, row]));
  const reasons = [...heads.values()].map(({ waiting }) => waiting?.reason);
  expect(reasons.filter((reason) => reason === 'new_chat_limit')).toHaveLength(14);
  expect(
    queued.filter(({ waiting }) => waiting?.reason === 'new_chat_limit').every(({ waiting }) => waiting?.until),
  ).toBe(true);
});

test('single messages go before batches, which get one of five sends', async () => {
  const fake = fakeDriver((job) => ({ outcome: 'sent', providerMessageId: `wamid.${job.messageId}` }));
  await using run = await running(fake);
  // One at a time.
  const pacing = { max_per_minute: 60, jitter_ms: [0, 0], new_chats_per_hour: null, new_chats_per_day: null };
  const instance = await seedInstance(place.database, { settings: { ...DEFAULT_SETTINGS, pacing } });
  const batch = people(10, 'batch').map((order) => ({ ...order, columns: { priority: 2 } }));
  const calls = people(20, 'call').map((order, index) => ({ ...order, to: `1555040${1000 + index}` }));
  await enqueue(run.engine, place.database, instance, [...batch, ...calls]);
  for (let second = 0; second < 10; second += 1) {
    await run.engine.idle();
    run.clock.ms += SECOND;
  }
  expect(fake.texts()).toEqual(['call', 'call', 'call', 'call', 'batch', 'call', 'call', 'call', 'call', 'batch']);
});
