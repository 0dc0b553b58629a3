import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { createLog } from '../../server/log';
import { createMetrics } from '../../server/metrics';
import { instanceLane } from '../../server/whatsapp/lanes';
import { createWhatsAppMetrics } from '../../server/whatsapp/metrics';
import { createSendQueue } from '../../server/whatsapp/queue/queue';
import { waInstances } from '../../server/whatsapp/schema/instances';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { createWorkQueues } from '../../server/work/work-queues';
import { freshDatabase } from '../support/app';
import {
  accepted,
  engineAndQueues,
  engineOn,
  enqueue,
  fakeDriver,
  messageOf,
  runningOn,
  seedInstance,
} from './queue-support';

const fresh = await freshDatabase();
const { database } = fresh;
afterAll(() => fresh.close());

const SECOND = 1000;

test('a send that takes longer than a lease, as with a large file, stays with its process', async () => {
  const clock = { ms: Date.now() };
  const [reached, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = fakeDriver(async (job) => {
    reached.resolve();
    await answered.promise;
    return accepted(job);
  });
  const engine = engineOn(database, { clock, driver: slow.driver });
  const queueOf = () => {
    const place = { database, log: createLog('silent'), now: engine.work.now, metrics: createMetrics() };
    const queues = createWorkQueues(place);
    const { queue } = createSendQueue(
      {
        work: engine.work,
        database,
        me: queues.node.id,
        random: () => 0.5,
        driver: () => slow.driver,
        reveal: (row) => engine.reveal(row),
        report: async () => {},
        media: engine.media,
        sendMetrics: createWhatsAppMetrics(createMetrics(), () => 0),
        suspect: () => {},
        holds: () => true,
        wake: (of) => queue.wake(instanceLane(of)),
      },
      queues,
    );
    return Object.assign(queue, { me: queues.node.id });
  };
  const [ours, others] = [queueOf(), queueOf()];
  const instance = await seedInstance(database);
  const [id] = await enqueue(engine, database, instance, [{ to: '15550200001', text: 'A large file' }]);
  ours.start();
  await reached.promise;

  for (let turn = 0; turn < 4; turn += 1) {
    clock.ms += 25 * SECOND;
    await ours.renew();
  }
  others.start();
  await others.idle();
  expect(await messageOf(database, id)).toMatchObject({ status: 'sending', leaseOwner: ours.me });

  answered.resolve();
  await ours.idle();
  expect(await messageOf(database, id)).toMatchObject({
    status: 'sending',
    leaseOwner: null,
    acceptedAt: expect.any(Date),
  });
  expect(slow.jobs).toHaveLength(1);
  await ours.stop();
  await others.stop();
});

test('the late answer of an earlier try does not change a newer retry', async () => {
  const [reached, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = fakeDriver(async (job) => {
    if (job.attempt > 1) return accepted(job);
    reached.resolve();
    await answered.promise;
    return accepted(job);
  });
  await using run = await runningOn(database, slow);
  const instance = await seedInstance(database);
  const [id = ''] = await enqueue(run.engine, database, instance, [{ to: '15550200001', text: 'Hello' }]);
  await reached.promise;
  // As by a caller who asks for it again after the lease was lost.
  await queries(database)
    .update(waMessages)
    .set({ status: 'queued', attempt: 2, dispatchedAt: null, leaseOwner: null, leaseUntil: null })
    .where(eq(waMessages.id, id));
  answered.resolve();
  await run.engine.idle();
  run.clock.ms += 60 * SECOND;
  await run.engine.idle();
  expect(slow.jobs.map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect(await messageOf(database, id)).toMatchObject({ attempt: 2, providerMessageId: `wamid.${id}.2` });
});

test('a message claimed while its instance disconnects is queued again, and sent once it is connected', async () => {
  const fake = fakeDriver(accepted);
  const { engine, queues } = engineAndQueues(database, { driver: fake.driver });
  const instance = await seedInstance(database);
  const become = (status: 'connected' | 'disconnected') =>
    queries(database).update(waInstances).set({ status }).where(eq(waInstances.id, instance.id));
  let claims = 0;
  queues.watch(async (queue, step) => {
    if (queue !== 'whatsapp_sends' || step !== 'run') return;
    claims += 1;
    await become('disconnected');
  });
  await engine.start();
  const [id] = await enqueue(engine, database, instance, [{ to: '15550200001', text: 'Hello' }]);
  await engine.idle();
  expect([claims, fake.jobs.length]).toEqual([1, 0]);
  expect(await messageOf(database, id)).toMatchObject({ status: 'queued', leaseOwner: null, dispatchedAt: null });

  queues.watch(() => {});
  await become('connected');
  engine.wake(instance);
  await engine.idle();
  expect(fake.jobs.map(({ messageId }) => messageId)).toEqual([id ?? '']);
  await engine.stop();
});
