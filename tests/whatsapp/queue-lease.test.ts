import { afterAll, expect, test } from 'bun:test';

import { createLog } from '../../server/log';
import { createMetrics } from '../../server/metrics';
import { instanceLane } from '../../server/whatsapp/lanes';
import { createWhatsAppMetrics } from '../../server/whatsapp/metrics';
import { createSendQueue } from '../../server/whatsapp/queue/queue';
import { createWorkQueues } from '../../server/work/work-queues';
import { freshDatabase } from '../support/app';
import { accepted, engineOn, enqueue, fakeDriver, messageOf, seedInstance } from './queue-support';

const fresh = await freshDatabase();
const { database } = fresh;
afterAll(() => fresh.close());

const SECOND = 1000;

test('a call that takes longer than a lease, as with a large file, stays with who made it', async () => {
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
