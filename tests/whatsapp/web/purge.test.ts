import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../../server/db/database';
import { workspaces } from '../../../server/db/workspaces';
import { endDeletedInstances } from '../../../server/whatsapp/instances/jobs';
import { waInstances } from '../../../server/whatsapp/schema/instances';
import { type SocketGoal, waSockets } from '../../../server/whatsapp/schema/sockets';
import { loggingOut, workspacesLoggingOut } from '../../../server/whatsapp/system/sockets';
import { DAY_MS } from '../../../shared/durations';
import { freshDatabase } from '../../support/app';
import { seedWorkspace } from '../../support/seed';
import { insertInstance } from '../insert-instance';

// Apart from deleted instances of other tests.
const fresh = await freshDatabase();
afterAll(() => fresh.close());
const { database } = fresh;
const db = queries(database);

async function deletedInstance(days: number, goal: SocketGoal): Promise<string> {
  const deletedAt = new Date(Date.now() - days * DAY_MS);
  const { id, workspaceId } = await insertInstance(
    await seedWorkspace('Ended', database),
    { driver: 'web', deletedAt },
    database,
  );
  const dueAt = goal === 'logged_out' ? deletedAt : null;
  await db.insert(waSockets).values({ instanceId: id, workspaceId, goal, dueAt, createdAt: deletedAt });
  return id;
}

const isThere = async (id: string): Promise<boolean> =>
  (await db.select({ id: waInstances.id }).from(waInstances).where(eq(waInstances.id, id))).length === 1;

test('a deleted instance whose phone is not unlinked yet is kept for another week', async () => {
  const unlinked = await deletedInstance(31, 'closed');
  const waiting = await deletedInstance(31, 'logged_out');
  const overdue = await deletedInstance(38, 'logged_out');
  expect(await loggingOut(database, [unlinked, waiting])).toEqual(new Set([waiting]));
  const services = { store: database, now: () => new Date(), whatsapp: {} } as unknown as Parameters<
    typeof endDeletedInstances
  >[0];
  await endDeletedInstances(services, new AbortController().signal);
  expect([await isThere(unlinked), await isThere(waiting), await isThere(overdue)]).toEqual([false, true, false]);
});

test('deleted workspaces with phones that are not unlinked yet are all found, however many there are', async () => {
  const waiting: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const workspaceId = await seedWorkspace('Ended', database);
    // Each has two, and a workspace that is not deleted is none.
    for (const goal of ['logged_out', 'logged_out', 'closed'] as const) {
      const { id: instanceId } = await insertInstance(workspaceId, { driver: 'web' }, database);
      const dueAt = goal === 'closed' ? null : new Date();
      await db.insert(waSockets).values({ instanceId, workspaceId, goal, dueAt, createdAt: new Date() });
    }
    if (count === 0) continue;
    await db.update(workspaces).set({ status: 'deleting' }).where(eq(workspaces.id, workspaceId));
    waiting.push(workspaceId);
  }
  for (const atATime of [1, 2, 4, 1000]) {
    expect(await workspacesLoggingOut(database, atATime)).toEqual(waiting.toSorted());
  }
});
