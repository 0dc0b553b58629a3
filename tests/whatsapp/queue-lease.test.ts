import { afterAll, expect, test } from 'bun:test';

import { createMetrics } from '../../server/metrics';
import { createWhatsAppMetrics } from '../../server/whatsapp/metrics';
import { createQueue } from '../../server/whatsapp/queue/queue';
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
  const queueOf = (me: string) =>
    createQueue(
      {
        work: engine.work,
        database,
        me,
        random: () => 0.5,
        driver: () => slow.driver,
        reveal: (row) => engine.reveal(row),
        tell: async () => {},
        media: engine.media,
        figures: createWhatsAppMetrics(createMetrics(), () => 0),
        suspect: () => {},
      },
      () => true,
    );
  const [ours, others] = [queueOf('nod_ours'), queueOf('nod_others')];
  const instance = await seedInstance(database);
  const [id] = await enqueue(engine, database, instance, [{ to: '15550200001', text: 'A large file' }]);
  ours.open();
  ours.hint(instance.id);
  await reached.promise;

  for (let turn = 0; turn < 4; turn += 1) {
    clock.ms += 25 * SECOND;
    await ours.renew();
  }
  others.open();
  await others.scan();
  await others.quiet();
  expect(await messageOf(database, id)).toMatchObject({ status: 'sending', leaseOwner: 'nod_ours' });

  answered.resolve();
  await ours.quiet();
  expect(await messageOf(database, id)).toMatchObject({
    status: 'sending',
    leaseOwner: null,
    acceptedAt: expect.any(Date),
  });
  expect(slow.jobs).toHaveLength(1);
  ours.close();
  others.close();
});
