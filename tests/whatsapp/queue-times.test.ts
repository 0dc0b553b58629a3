import { afterAll, beforeAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { scoped } from '../../server/db/scoped';
import { mediaSettled } from '../../server/whatsapp/queue/overdue';
import { waInstances } from '../../server/whatsapp/schema/instances';
import { waMedia } from '../../server/whatsapp/schema/media';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { workOn } from '../../server/whatsapp/work';
import { newId } from '../../shared/ids';
import { freshDatabase } from '../support/app';
import { until } from '../support/process';
import {
  enqueue,
  errorOf,
  eventsOf,
  fakeDriver,
  messageOf,
  messagesOf,
  people,
  runningOn,
  seedInstance,
} from './queue-support';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Without a hint, the sweep of every 30 seconds finds it. */
const BEFORE_SWEEP_MS = 20 * SECOND;
let place: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => (place = await freshDatabase()));
afterAll(() => place.close());

const running = (fake?: ReturnType<typeof fakeDriver>, clock?: { ms: number }) =>
  runningOn(place.database, fake, clock);

test('a scheduled message is queued and sent at its time', async () => {
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

test('a message that was not sent before its expiry fails, even when nothing can be sent', async () => {
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

test('a message that returned unsent expires at its time, even when it cannot be sent again', async () => {
  const { database } = place;
  const instance = await seedInstance(database);
  const fake = fakeDriver(async () => {
    const disconnected = { status: 'disconnected' } as const;
    await queries(database).update(waInstances).set(disconnected).where(eq(waInstances.id, instance.id));
    return { outcome: 'not_sent', providerMessageId: null, error: errorOf('provider_unavailable') };
  });
  const clock = {
    get ms() {
      return Date.now();
    },
  };
  await using run = await running(fake, clock);
  const columns = { expiresAt: new Date(Date.now() + 5 * SECOND) };
  const [id] = await enqueue(run.engine, database, instance, [{ to: '15550100000', text: 'x', columns }]);
  await until(async () => (await messageOf(database, id)).status === 'failed', { timeoutMs: BEFORE_SWEEP_MS });
  expect(await messageOf(database, id)).toMatchObject({ error: { code: 'message_expired' } });
  expect(fake.jobs.length).toBe(1);
});

test('messages queued while the instance reconnects are sent once it is connected', async () => {
  await using run = await running();
  const instance = await seedInstance(place.database);
  const later = { dueAt: new Date(run.clock.ms + SECOND) };
  const ids = await enqueue(
    run.engine,
    place.database,
    instance,
    people(3).map((order) => ({ ...order, columns: later })),
  );
  const driverEvent = { kind: 'connection', generation: instance.generation, reason: null } as const;
  await run.engine.report(instance.id, [{ ...driverEvent, status: 'reconnecting' }]);
  run.clock.ms += SECOND;
  await run.engine.idle();
  expect(run.fake.jobs.length).toBe(0);
  for (const { waiting } of await messagesOf(place.database, instance.id)) expect(waiting?.reason).toBe('reconnecting');

  await run.engine.report(instance.id, [{ ...driverEvent, status: 'connected' }]);
  await run.engine.idle();
  expect(run.fake.jobs.map(({ messageId }) => messageId).toSorted()).toEqual(ids.toSorted());
  for (const { waiting } of await messagesOf(place.database, instance.id)) expect(waiting).toBeNull();
});

test('a message waits for its file, and is sent or fails with it', async () => {
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
  for (const id of ids) expect((await messageOf(database, id)).waiting).toEqual({ reason: 'media', until: null });

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

test('messages claimed by a dead process are queued again, unless the provider may have them', async () => {
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

  run.clock.ms += 30 * SECOND;
  await run.engine.idle();
  expect(await messageOf(database, claimed)).toMatchObject({ status: 'queued', leaseOwner: null });
  expect(await messageOf(database, dispatched)).toMatchObject({ status: 'unconfirmed', leaseOwner: null });
});

test('two processes on one database send every message once', async () => {
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
