import { afterAll, beforeAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import type { SendJob, SendResult } from '../../server/whatsapp/drivers/driver';
import { waInstances } from '../../server/whatsapp/schema/instances';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { DEFAULT_SETTINGS } from '../../shared/whatsapp/instance';
import { freshDatabase } from '../support/app';
import { accepted, engineOn, enqueue, eventsOf, fakeDriver, seedInstance } from './queue-support';

const HOUR = 3_600_000;
let place: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => void (place = await freshDatabase()));
afterAll(() => place.close());

async function running(answer: (job: SendJob) => SendResult) {
  const clock = { ms: Date.now() };
  const engine = engineOn(place.database, { clock, driver: fakeDriver(answer).driver });
  await engine.start();
  /** So far that the pace of the number holds nothing back. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) {
      await engine.idle();
      clock.ms += 1000;
    }
  };
  return { engine, clock, settle, [Symbol.asyncDispose]: () => engine.stop() };
}
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ to: `1555031${1000 + index}`, text: 'Hello' }));
const reasonsOf = async (id: string): Promise<string[]> => {
  const [row] = await queries(place.database).select().from(waInstances).where(eq(waInstances.id, id));
  return (row?.healthReasons ?? []).map(({ code }) => code);
};
const changesOf = async (workspaceId: string): Promise<number> =>
  (await eventsOf(place.database, workspaceId)).filter((type) => type === 'whatsapp.instance.health_changed').length;

test('an own limit marks an instance as limited while messages wait for it, with an event as it begins and ends', async () => {
  await using run = await running((job) => ({ ...accepted(job), outcome: 'sent' }));
  const pacing = {
    max_per_minute: 60_000,
    jitter_ms: [0, 0] as [number, number],
    new_chats_per_hour: 2,
    new_chats_per_day: 1000,
  };
  const instance = await seedInstance(place.database, { settings: { ...DEFAULT_SETTINGS, pacing } });
  await enqueue(run.engine, place.database, instance, people(2));
  await run.engine.idle();
  expect(await reasonsOf(instance.id)).toEqual([]);

  await enqueue(run.engine, place.database, instance, people(4).slice(2));
  await run.engine.idle();
  expect(await reasonsOf(instance.id)).toEqual(['local_limit']);
  await run.engine.idle();
  expect(await changesOf(instance.workspaceId)).toBe(1);

  run.clock.ms += 2 * HOUR;
  await run.engine.idle();
  expect(await reasonsOf(instance.id)).toEqual([]);
  expect(await changesOf(instance.workspaceId)).toBe(2);
});

test('many unconfirmed messages mark an instance as limited, until their statuses arrive or an hour has passed', async () => {
  const answer = { is: 'unknown' as SendResult['outcome'] };
  await using run = await running((job) => ({ ...accepted(job), outcome: answer.is, providerMessageId: null }));
  const instance = await seedInstance(place.database);
  await enqueue(run.engine, place.database, instance, people(19));
  await run.settle();
  expect(await reasonsOf(instance.id)).toEqual([]);
  await enqueue(run.engine, place.database, instance, people(20).slice(19));
  await run.settle();
  expect(await reasonsOf(instance.id)).toEqual(['unconfirmed_backlog']);

  // Of some it is known now; the rest is still more than a few.
  const messages = await queries(place.database)
    .select()
    .from(waMessages)
    .where(eq(waMessages.instanceId, instance.id));
  const confirm = async (count: number): Promise<void> => {
    for (const { id } of messages.splice(0, count)) {
      await run.engine.report(instance.id, [
        { kind: 'status', messageId: id, status: 'sent', at: new Date(run.clock.ms) },
      ]);
    }
    await run.settle();
  };
  await confirm(10);
  expect(await reasonsOf(instance.id)).toEqual(['unconfirmed_backlog']);
  await confirm(1);
  expect(await reasonsOf(instance.id)).toEqual([]);

  await enqueue(run.engine, place.database, instance, people(40).slice(20));
  await run.settle();
  expect(await reasonsOf(instance.id)).toEqual(['unconfirmed_backlog']);
  run.clock.ms += HOUR + 1000;
  await run.settle();
  expect(await reasonsOf(instance.id)).toEqual([]);
  expect(await changesOf(instance.workspaceId)).toBe(4);
});
