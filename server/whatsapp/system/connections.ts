import { and, asc, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { waInstances } from '../schema/instances';

type InstanceRow = typeof waInstances.$inferSelect;

export async function findInstance(store: Store, id: string): Promise<InstanceRow | undefined> {
  const [row] = await queries(store).select().from(waInstances).where(eq(waInstances.id, id));
  return row;
}

/** Instances whose state is to be reported now, since it lasted. */
export async function untoldInstances(store: Store, now: Date, limit: number): Promise<InstanceRow[]> {
  return queries(store)
    .select()
    .from(waInstances)
    .where(and(isNotNull(waInstances.reportAt), lte(waInstances.reportAt, now)))
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
        lte(waInstances.statusChangedAt, before),
        isNull(waInstances.deletedAt),
      ),
    )
    .orderBy(asc(waInstances.id))
    .limit(limit);
}
