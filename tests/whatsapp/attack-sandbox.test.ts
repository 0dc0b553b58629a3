import { afterAll, expect, test } from 'bun:test';

import { createSteps } from '../../server/whatsapp/sandbox/steps';
import { insertSteps } from '../../server/whatsapp/system/sandbox';
import type { Work } from '../../server/whatsapp/work-types';
import { freshDatabase } from '../support/app';
import { engineOn, seedInstance } from './queue-support';

const fresh = await freshDatabase();
const { database } = fresh;
afterAll(() => fresh.close());

test('the backlog of one instance keeps no other one waiting', async () => {
  const { work } = engineOn(database);
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
    report: async () => {},
    async apply({ instance, tx }: Work) {
      // It comes when the backlog is being worked off already.
      if (applied.length === 0) await insertSteps(tx.store, stepsOf(other, 1));
      applied.push(instance.id);
    },
  };
  expect(await createSteps(work, database, inbox as never, () => true).runDue()).toBe(301);
  expect(applied.indexOf(other.id)).toBeWithin(1, 33);
  expect(applied).toHaveLength(301);
});
