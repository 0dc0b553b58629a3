import { afterAll, expect, test } from 'bun:test';

import { createStepQueue } from '../../server/whatsapp/sandbox/steps';
import { firstSteps, insertSteps } from '../../server/whatsapp/system/sandbox';
import type { Work } from '../../server/whatsapp/work-types';
import { freshDatabase } from '../support/app';
import { engineAndQueues, seedInstance } from './queue-support';

const fresh = await freshDatabase();
const { database } = fresh;
afterAll(() => fresh.close());

test('the backlog of one instance does not delay another instance', async () => {
  const { engine, queues } = engineAndQueues(database);
  const { work } = engine;
  const [greedy, other] = [
    await seedInstance(database, { driver: 'sandbox' }),
    await seedInstance(database, { driver: 'sandbox' }),
  ];
  const step = { type: 'event', event: { kind: 'presence', person: {}, state: 'available', lastSeenAt: null } };
  const dueAt = new Date(work.now().getTime() - 60_000);
  const stepsOf = ({ id, workspaceId }: typeof greedy, count: number) =>
    Array.from({ length: count }, () => ({ workspaceId, instanceId: id, step, dueAt }));
  await database.transaction((tx) => insertSteps(tx, stepsOf(greedy, 300)));

  const applied: string[] = [];
  const inbox = {
    async apply({ instance, tx }: Work) {
      // It comes when the backlog is being worked off already.
      if (applied.length === 0) {
        await insertSteps(tx.store, stepsOf(other, 1));
        tx.store.afterCommit(() => steps.wakeAt(dueAt.getTime()));
      }
      applied.push(instance.id);
    },
  };
  const steps = createStepQueue({ work, database, inbox, queues });
  // The look for due steps must not wait until the pool has opened another connection.
  await Promise.all(Array.from({ length: 8 }, () => firstSteps(database)));
  steps.start();
  await steps.idle();
  await steps.stop();
  expect(applied.indexOf(other.id)).toBeWithin(1, 100);
  expect(applied).toHaveLength(301);
});
