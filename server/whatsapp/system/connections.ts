import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { waInstanceHistory, waInstances } from '../schema/instances';

type InstanceRow = typeof waInstances.$inferSelect;

const KEPT = 100;

export async function findInstance(store: Store, id: string): Promise<InstanceRow | undefined> {
  const [row] = await queries(store).select().from(waInstances).where(eq(waInstances.id, id));
  return row;
}

export async function insertInstanceState(tx: Store, state: typeof waInstanceHistory.$inferInsert): Promise<void> {
  const db = queries(tx);
  await db.insert(waInstanceHistory).values(state);
  const [oldest] = await db
    .select({ seq: waInstanceHistory.seq })
    .from(waInstanceHistory)
    .where(eq(waInstanceHistory.instanceId, state.instanceId))
    .orderBy(desc(waInstanceHistory.seq))
    .limit(1)
    .offset(KEPT);
  if (oldest === undefined) return;
  await db
    .delete(waInstanceHistory)
    .where(and(eq(waInstanceHistory.instanceId, state.instanceId), lte(waInstanceHistory.seq, oldest.seq)));
}

export async function readInstanceStates(store: Store, workspaceId: string, instanceId: string, limit: number) {
  return queries(store)
    .select()
    .from(waInstanceHistory)
    .where(and(eq(waInstanceHistory.workspaceId, workspaceId), eq(waInstanceHistory.instanceId, instanceId)))
    .orderBy(desc(waInstanceHistory.seq))
    .limit(limit);
}

/** Instances whose state is to be reported now, since it lasted. */
export async function untoldInstances(store: Store, now: Date, limit: number): Promise<InstanceRow[]> {
  return queries(store)
    .select()
    .from(waInstances)
    .where(and(isNotNull(waInstances.tellAt), lte(waInstances.tellAt, now)))
    .orderBy(asc(waInstances.id))
    .limit(limit);
}

/** Instances whose connection attempt a process did not finish. */
export async function stuckInstances(store: Store, before: Date, after: string, limit: number): Promise<InstanceRow[]> {
  return queries(store)
    .select()
    .from(waInstances)
    .where(
      and(
        gt(waInstances.id, after),
        eq(waInstances.status, 'connecting'),
        inArray(waInstances.driver, ['sandbox', 'cloud']),
        lte(waInstances.statusChangedAt, before),
        isNull(waInstances.deletedAt),
      ),
    )
    .orderBy(asc(waInstances.id))
    .limit(limit);
}
