import { expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { type Database, type OpenStore, queries } from '../../server/db/database';
import { nextTurn } from '../../server/next-turn';
import { createHealthWatch, UNCONFIRMED } from '../../server/whatsapp/connections/own-health';
import type { DriverEvent } from '../../server/whatsapp/drivers/driver-events';
import { waMedia } from '../../server/whatsapp/schema/media';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { newId } from '../../shared/ids';
import { freshDatabase } from '../support/app';
import { workContext } from './driver-events';
import {
  accepted,
  engineAndQueues,
  engineOn,
  enqueue,
  fakeDriver,
  messageOf,
  people,
  seedInstance,
} from './queue-support';

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
};

/** A database on which `work` is done once, between the answer to a statement that has `part` and whoever asked. */
function interrupted(database: Database, part: string, work: () => Promise<void>): Database {
  let isDone = false;
  const run: OpenStore['run'] = async (text, params) => {
    const rows = await (database as Database & OpenStore).run(text, params);
    if (!isDone && text.includes(part)) {
      isDone = true;
      await work();
    }
    return rows;
  };
  return Object.assign(Object.create(database) as Database, { run });
}

const picture = (): DriverEvent => ({
  kind: 'message',
  place: { type: 'direct', person: { phone: '15550200001' } },
  sender: { phone: '15550200001' },
  isEcho: false,
  providerMessageId: `wamid.${newId('msg')}`,
  at: new Date(),
  content: { type: 'image' },
  media: { providerMediaId: 'one', mimeType: 'image/png' },
});

test('idle waits for notifications that a request applies, and for their files', async () => {
  const fresh = await freshDatabase();
  let fetched = 0;
  const { driver } = fakeDriver(accepted);
  driver.fetchMedia = async () => {
    await turns(50);
    fetched += 1;
    throw new Error('The file is gone.');
  };
  const instance = await seedInstance(fresh.database);
  const store = interrupted(fresh.database, 'join wa_sandbox_timers s', () => engine.report(instance.id, [picture()]));
  const engine = engineOn(store, { driver });
  await engine.start();
  await engine.idle();
  const files = await queries(fresh.database).select().from(waMedia).where(eq(waMedia.instanceId, instance.id));
  expect([files.length, fetched]).toEqual([1, 1]);
  await engine.stop();
  await fresh.close();
});

test.each(['claim', 'claimed', 'run', 'ran'] as const)(
  'idle waits for a send before the step %s until it is acknowledged',
  async (step) => {
    const fresh = await freshDatabase();
    const { database } = fresh;
    const { driver, jobs } = fakeDriver(accepted);
    const instance = await seedInstance(database);
    const { engine, queues } = engineAndQueues(database, { driver });
    const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    queues.watch((queue, at) => {
      if (queue !== 'whatsapp_sends' || at !== step) return undefined;
      reached.resolve();
      return gate.promise;
    });
    await engine.start();
    const [id] = await enqueue(engine, database, instance, people(1));
    await reached.promise;
    let isIdle = false;
    const idle = engine.idle().then(() => (isIdle = true));
    await turns(100);
    expect(isIdle).toBe(false);
    gate.resolve();
    await idle;
    expect(jobs).toHaveLength(1);
    expect((await messageOf(database, id)).acceptedAt).toBeInstanceOf(Date);
    await engine.stop();
    await fresh.close();
  },
);

test('idle waits for a health check that another caller has begun', async () => {
  const fresh = await freshDatabase();
  const { database } = fresh;
  const instance = await seedInstance(database);
  const engine = engineOn(database);
  await enqueue(engine, database, instance, people(UNCONFIRMED.raiseAt));
  await queries(database)
    .update(waMessages)
    .set({ status: 'unconfirmed', dispatchedAt: new Date() })
    .where(eq(waMessages.instanceId, instance.id));

  const gate = Promise.withResolvers<void>();
  const order: string[] = [];
  const watch = createHealthWatch({
    work: workContext,
    database,
    report: async () => {
      await gate.promise;
      order.push('told');
    },
  });
  watch.suspect(instance.id);
  const first = watch.evaluateSuspects();
  const second = watch.evaluateOpen().then(() => order.push('looked again'));
  await turns(20);
  gate.resolve();
  await Promise.all([first, second]);
  expect(order.at(0)).toBe('told');
  expect(order.at(-1)).toBe('looked again');
  await fresh.close();
});
