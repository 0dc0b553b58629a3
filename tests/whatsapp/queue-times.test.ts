import { afterAll, beforeAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { engine as dialect } from '../../server/db/engine';
import { waInstances, waMedia, waMessages } from '../../server/db/schema';
import { scoped } from '../../server/db/scoped';
import { mediaSettled } from '../../server/whatsapp/queue/overdue';
import { workOn } from '../../server/whatsapp/work';
import { newId } from '../../shared/ids';
import { DEFAULT_SETTINGS } from '../../shared/whatsapp/instance';
import { freshDatabase } from '../support/app';
import {
  accepted,
  engineOn,
  enqueue,
  eventsOf,
  fakeDriver,
  messageOf,
  messagesOf,
  seedInstance,
} from './queue-support';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
let place: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => (place = await freshDatabase()));
afterAll(() => place.close());

async function running(fake = fakeDriver(accepted), clock = { ms: Date.now() }) {
  const engine = engineOn(place.database, { clock, driver: fake.driver });
  await engine.start();
  return { engine, fake, clock, [Symbol.asyncDispose]: () => engine.stop() };
}
const people = (count: number, text = 'Hello') =>
  Array.from({ length: count }, (_, index) => ({ to: `1555030${1000 + index}`, text }));

test('A scheduled message is queued and sent when its time has come', async () => {
  await using run = await running();
  const instance = await seedInstance(place.database);
  const at = new Date(run.clock.ms + HOUR);
  const scheduled = { status: 'scheduled', scheduledAt: at, dueAt: at } as const;
  const [id] = await enqueue(run.engine, place.database, instance, [
    { to: '15550100000', text: 'x', columns: scheduled },
  ]);
  run.clock.ms += HOUR - 1;
  await run.engine.idle();
  expect(await messageOf(place.database, id)).toMatchObject({ status: 'scheduled' });
  run.clock.ms += 1;
  await run.engine.idle();
  expect(await messageOf(place.database, id)).toMatchObject({ status: 'sending', acceptedAt: at });
  expect(run.fake.jobs.length).toBe(1);
});

test('A message that was not sent in time has failed, also where nothing can be sent', async () => {
  await using run = await running();
  const instance = await seedInstance(place.database, { status: 'disconnected' });
  const [id] = await enqueue(run.engine, place.database, instance, [{ to: '15550100000', text: 'x' }]);
  run.clock.ms += 24 * HOUR - 1;
  await run.engine.idle();
  expect(await messageOf(place.database, id)).toMatchObject({ status: 'queued' });
  run.clock.ms += 1;
  await run.engine.idle();
  expect(await messageOf(place.database, id)).toMatchObject({ status: 'failed', error: { code: 'message_expired' } });
  expect(await eventsOf(place.database, instance.workspaceId)).toEqual(['whatsapp.message.failed']);
  expect(run.fake.jobs.length).toBe(0);
});

test('What waits while the instance reconnects goes out as soon as it is connected', async () => {
  await using run = await running();
  const instance = await seedInstance(place.database);
  const later = { dueAt: new Date(run.clock.ms + SECOND) };
  const ids = await enqueue(
    run.engine,
    place.database,
    instance,
    people(3).map((order) => ({ ...order, columns: later })),
  );
  const news = { kind: 'connection', generation: instance.generation, reason: null } as const;
  await run.engine.tell(instance.id, [{ ...news, status: 'reconnecting' }]);
  run.clock.ms += SECOND;
  await run.engine.idle();
  expect(run.fake.jobs.length).toBe(0);
  for (const { hold } of await messagesOf(place.database, instance.id)) expect(hold?.reason).toBe('reconnecting');

  await run.engine.tell(instance.id, [{ ...news, status: 'connected' }]);
  await run.engine.idle();
  expect(run.fake.jobs.map(({ messageId }) => messageId).toSorted()).toEqual(ids.toSorted());
  for (const { hold } of await messagesOf(place.database, instance.id)) expect(hold).toBeNull();
});

test('The pace of an instance is kept, says so, and outlives the process', async () => {
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
  const waiting = (await messagesOf(place.database, instance.id)).filter(({ status }) => status === 'queued');
  expect(waiting.length).toBe(7);
  for (const { hold } of waiting) expect(hold?.reason).toBe('pacing');
  {
    await using run = await running(fake, clock);
    await step(run, 60);
  }
  expect(sentAt.length).toBe(10);
  // Twenty a minute, and two seconds more for the pause between 1 and 3 that chance put in the middle.
  const gaps = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
  expect(new Set(gaps)).toEqual(new Set([5 * SECOND]));
});

test('On cloud somebody gets ten at once, then one in six seconds; others do not wait for that', async () => {
  await using run = await running();
  const instance = await seedInstance(place.database);
  const sent = (to: string) =>
    run.fake.jobs.filter(({ content }) => content.type === 'text' && content.text === to).length;
  const orders = Array.from({ length: 13 }, () => ({ to: '15550200001', text: 'much' }));
  await enqueue(run.engine, place.database, instance, [...orders, { to: '15550200002', text: 'other' }]);
  await run.engine.idle();
  expect([sent('much'), sent('other')]).toEqual([10, 1]);
  const held = (await messagesOf(place.database, instance.id)).find(({ hold }) => hold !== null);
  expect(held?.hold).toEqual({ reason: 'pair_limit', until: new Date(run.clock.ms + 6 * SECOND).toISOString() });

  run.clock.ms += 6 * SECOND - 1;
  await run.engine.idle();
  expect(sent('much')).toBe(10);
  for (const count of [11, 12, 13]) {
    run.clock.ms += count === 11 ? 1 : 6 * SECOND;
    await run.engine.idle();
    expect(sent('much')).toBe(count);
  }
});

test('No more people are written to first than its caps allow; who was written to before is not counted', async () => {
  await using run = await running();
  const instance = await seedInstance(place.database, { driver: 'web' });
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
  const capped = (await messagesOf(place.database, instance.id)).filter(({ hold }) => hold?.reason === 'new_chat_cap');
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

test('Calls go before batches, which keep one of five', async () => {
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

test('A message waits for its file, and goes on or ends with it', async () => {
  await using run = await running();
  const { database } = place;
  const instance = await seedInstance(database);
  const now = new Date(run.clock.ms);
  const { id: instanceId, workspaceId } = instance;
  const file = async (): Promise<string> => {
    const id = newId('med');
    const row = { id, workspaceId, instanceId, kind: 'image', status: 'pending', mimeType: 'image/png' } as const;
    await queries(database)
      .insert(waMedia)
      .values({ ...row, createdAt: now, updatedAt: now });
    return id;
  };
  const [lost, broken] = [await file(), await file()];
  const ids = await enqueue(run.engine, database, instance, [
    { to: '15550200001', text: 'lost', columns: { mediaId: lost } },
    { to: '15550200002', text: 'broken', columns: { mediaId: broken } },
  ]);
  await run.engine.idle();
  for (const id of ids) expect((await messageOf(database, id)).hold).toEqual({ reason: 'media', until: null });

  // Ready, though its bytes are not on the disk; and failed, as it was too large.
  const error = { code: 'media_too_large', message: 'Too large.' } as const;
  await workOn(run.engine.work, scoped(database, workspaceId), instanceId, async (work) => {
    const [ready] = await work.tx.update(waMedia, eq(waMedia.id, lost), { status: 'ready', sha256: 'a'.repeat(64) });
    const [failed] = await work.tx.update(waMedia, eq(waMedia.id, broken), { status: 'failed', error });
    for (const row of [ready, failed]) if (row) await mediaSettled(work, row);
  });
  await run.engine.idle();
  expect((await messageOf(database, ids[0])).error?.code).toBe('media_download_failed');
  expect((await messageOf(database, ids[1])).error?.code).toBe('media_too_large');
  expect(run.fake.jobs.length).toBe(0);
});

test('What a process that ended had claimed waits again, unless the provider may have it', async () => {
  const { database } = place;
  await using run = await running();
  const instance = await seedInstance(database, { status: 'disconnected' });
  const leaseUntil = new Date(run.clock.ms + 30 * SECOND);
  const lease = { status: 'sending', leaseOwner: 'nod_gone', leaseUntil, dueAt: leaseUntil } as const;
  const [claimed, dispatched] = await enqueue(run.engine, database, instance, [
    { to: '15550200001', text: 'claimed', columns: lease },
    { to: '15550200002', text: 'dispatched', columns: { ...lease, dispatchedAt: new Date(run.clock.ms) } },
  ]);
  await run.engine.idle();
  expect(await messageOf(database, claimed)).toMatchObject({ status: 'sending', leaseOwner: 'nod_gone' });

  if (dialect === 'sqlite') {
    // One process sends: whoever takes over knows that the one before is gone.
    await run.engine.stop();
    const next = await running(run.fake, run.clock);
    await next.engine.stop();
  } else {
    run.clock.ms += 30 * SECOND;
    await run.engine.idle();
  }
  expect(await messageOf(database, claimed)).toMatchObject({ status: 'queued', leaseOwner: null });
  expect(await messageOf(database, dispatched)).toMatchObject({ status: 'unconfirmed', leaseOwner: null });
});

test('Two processes on one database send every message once', async () => {
  const { database } = place;
  const fake = fakeDriver((job) => ({ outcome: 'sent', providerMessageId: `wamid.${job.messageId}` }));
  const clock = { ms: Date.now() };
  await using one = await running(fake, clock);
  await using other = await running(fake, clock);
  const instance = await seedInstance(database, { driver: 'sandbox' });
  const cloud = await seedInstance(database);
  await queries(database).update(waInstances).set({ driver: 'cloud' }).where(eq(waInstances.id, instance.id));
  const ids: string[] = [];
  for (const from of [one, other, one, other]) {
    ids.push(...(await enqueue(from.engine, database, cloud, people(10))));
    ids.push(...(await enqueue(from.engine, database, instance, people(10))));
  }
  while (fake.jobs.length < 80) {
    clock.ms += SECOND;
    await Promise.all([one.engine.idle(), other.engine.idle()]);
  }
  await Promise.all([one.engine.idle(), other.engine.idle()]);
  expect(fake.jobs.map(({ messageId }) => messageId).toSorted()).toEqual(ids.toSorted());
  const rows = await queries(database).select().from(waMessages).where(eq(waMessages.instanceId, cloud.id));
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['sent']));
});
