import { afterAll, beforeAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { engine as storage } from '../../server/db/engine';
import type { SendResult } from '../../server/whatsapp/drivers/driver';
import { waBatches, waInstances } from '../../server/whatsapp/schema/instances';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { newId } from '../../shared/ids';
import { DEFAULT_SETTINGS, type InstanceSettings } from '../../shared/whatsapp/instance';
import { freshDatabase } from '../support/app';
import { until } from '../support/process';
import { people } from './batch-scenes';
import { engineOn, errorOf, eventsOf, fakeDriver, messagesOf, seedInstance, textOf } from './queue-support';

let place: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  place = await freshDatabase();
});
afterAll(() => place.close());

const sent = (job: { messageId: string; attempt: number }): SendResult => ({
  outcome: 'sent',
  providerMessageId: `wamid.${job.messageId}.${job.attempt}`,
});

/** A batch as it is once it was accepted. */
async function seedBatch(
  workspaceId: string,
  instanceId: string,
  columns: Partial<typeof waBatches.$inferInsert> = {},
) {
  const [id, now] = [newId('bat'), new Date()];
  const waiting = people(60);
  await queries(place.database)
    .insert(waBatches)
    .values({
      id,
      workspaceId,
      instanceId,
      status: 'queued',
      order: { content: { type: 'text', text: '{{name}}' }, mediaId: null, waiting },
      total: waiting.length,
      createdAt: now,
      updatedAt: now,
      ...columns,
    });
  return { id, texts: waiting.map(({ variables }) => variables.name) };
}

const batchOf = async (id: string) => {
  const [row] = await queries(place.database).select().from(waBatches).where(eq(waBatches.id, id));
  if (!row) throw new Error('The batch is gone.');
  return row;
};

test('a process killed while it writes the messages of a batch loses none and writes none twice', async () => {
  const fake = fakeDriver(sent);
  const instance = await seedInstance(place.database, { status: 'reconnecting' });
  const { id, texts } = await seedBatch(instance.workspaceId, instance.id);
  const first = engineOn(place.database, { driver: fake.driver });
  const begun = first.start();
  // It ends after some, long before all.
  await until(async () => (await messagesOf(place.database, instance.id)).length > 0);
  const ended = first.stop();
  await Promise.all([begun, ended]);
  const before = (await messagesOf(place.database, instance.id)).length;
  const { status, order } = await batchOf(id);
  expect([status, order.waiting.length]).toEqual([before === 60 ? 'running' : 'queued', 60 - before]);

  const second = engineOn(place.database, { driver: fake.driver });
  await second.start();
  await second.idle(instance.id);
  await second.stop();
  const messages = await messagesOf(place.database, instance.id);
  expect(messages.map((row) => textOf(row as never))).toEqual(texts);
  expect(messages.every((row) => row.batchId === id)).toBe(true);
  expect(await batchOf(id)).toMatchObject({ status: 'running', order: { waiting: [] } });
});

test.skipIf(storage === 'postgres')('a process killed during its start takes no pacing slot of others', async () => {
  const fake = fakeDriver(sent);
  const [first, second] = [engineOn(place.database), engineOn(place.database, { driver: fake.driver })];
  await Promise.all([first.start(), first.stop()]);
  // Longer than it takes to look whether the place is free.
  const deadline = performance.now() + 1500;
  await until(() => performance.now() > deadline);

  const instance = await seedInstance(place.database);
  const order = { content: { type: 'text', text: 'News' } as const, mediaId: null, waiting: people(10) };
  await seedBatch(instance.workspaceId, instance.id, { order, total: 10 });
  await second.start();
  await second.idle(instance.id);
  await second.stop();
  expect(fake.jobs).toHaveLength(10);
});

test('a message that returns unsent is held while its batch is paused, and canceled when the batch is', async () => {
  for (const status of ['paused', 'canceled'] as const) {
    const clock = { ms: Date.now() };
    const changing = { to: status as 'paused' | 'canceled' | 'running', batch: '' };
    const fake = fakeDriver(async (job) => {
      if (changing.to === 'running') return sent(job);
      await queries(place.database)
        .update(waBatches)
        .set({ status: changing.to })
        .where(eq(waBatches.id, changing.batch));
      return { outcome: 'not_sent', providerMessageId: null, error: errorOf('provider_unavailable') };
    });
    const instance = await seedInstance(place.database);
    const order = { content: { type: 'text', text: 'News' } as const, mediaId: null, waiting: people(1) };
    changing.batch = (await seedBatch(instance.workspaceId, instance.id, { order, total: 1 })).id;
    const engine = engineOn(place.database, { driver: fake.driver, clock });
    await engine.start();
    await engine.idle(instance.id);
    clock.ms += 600_000;
    await engine.idle(instance.id);

    expect(fake.jobs).toHaveLength(1);
    const [row] = await queries(place.database).select().from(waMessages).where(eq(waMessages.batchId, changing.batch));
    if (status === 'paused') {
      expect(row).toMatchObject({ status: 'queued', waiting: { reason: 'paused' }, dueAt: null, expiresAt: null });
    } else {
      expect(row).toMatchObject({ status: 'canceled', dueAt: null });
      expect(await batchOf(changing.batch)).toMatchObject({ status: 'canceled', completedAt: expect.any(Date) });
      expect((await eventsOf(place.database, instance.workspaceId)).slice(-2)).toEqual([
        'whatsapp.message.canceled',
        'whatsapp.batch.completed',
      ]);
    }
    await engine.stop();
  }
});

test('two processes write the messages of a batch once', async () => {
  const instance = await seedInstance(place.database, { status: 'reconnecting' });
  const { id, texts } = await seedBatch(instance.workspaceId, instance.id);
  const engines = [engineOn(place.database), engineOn(place.database)];
  await Promise.all(engines.map((engine) => engine.start()));
  await Promise.all(engines.map((engine) => engine.idle(instance.id)));
  await Promise.all(engines.map((engine) => engine.stop()));
  const messages = await messagesOf(place.database, instance.id);
  expect(messages.map((row) => textOf(row as never)).toSorted()).toEqual(texts.toSorted());
  expect(await batchOf(id)).toMatchObject({ status: 'running' });
});

test('a batch of a deleted instance ends without messages', async () => {
  const instance = await seedInstance(place.database, { deletedAt: new Date() });
  const { id } = await seedBatch(instance.workspaceId, instance.id);
  const engine = engineOn(place.database);
  await engine.start();
  await engine.idle(instance.id);
  await engine.stop();
  expect(await messagesOf(place.database, instance.id)).toHaveLength(0);
  expect(await batchOf(id)).toMatchObject({ status: 'canceled', completedAt: expect.any(Date) });
});

test('a batch sends at most its rate per minute, and does not catch up on missed minutes', async () => {
  const clock = { ms: Date.now() };
  const fake = fakeDriver(sent);
  const pacing = {
    max_per_minute: 60_000,
    jitter_ms: [0, 0] as [number, number],
    new_chats_per_hour: 1000,
    new_chats_per_day: 1000,
  };
  const settings: InstanceSettings = { ...DEFAULT_SETTINGS, pacing };
  const instance = await seedInstance(place.database, { settings });
  await seedBatch(instance.workspaceId, instance.id, { rate: 10 });
  const engine = engineOn(place.database, { driver: fake.driver, clock });
  const pass = async (seconds: number): Promise<number> => {
    const before = fake.jobs.length;
    for (let left = seconds; left > 0; left -= 1) {
      clock.ms += 1000;
      await engine.idle(instance.id);
    }
    return fake.jobs.length - before;
  };
  await engine.start();
  await engine.idle(instance.id);
  expect(fake.jobs).toHaveLength(1);
  expect([await pass(5), await pass(1), await pass(54)]).toEqual([0, 1, 9]);

  await queries(place.database)
    .update(waInstances)
    .set({ status: 'reconnecting' })
    .where(eq(waInstances.id, instance.id));
  expect(await pass(60)).toBe(0);
  await queries(place.database).update(waInstances).set({ status: 'connected' }).where(eq(waInstances.id, instance.id));
  expect([await pass(1), await pass(59)]).toEqual([1, 9]);
  await engine.stop();
});
