import { and, isNotNull, lt, gt, asc, inArray, eq } from 'drizzle-orm';

import { type Store, queries } from '../../db/database';
import { waInstances } from '../schema/instances';
import { waMessages } from '../schema/messages';

type InstanceRow = typeof waInstances.$inferSelect;

/** A page of the instances deleted before a time, in the order of their ids. */
export async function deletedInstances(
  store: Store,
  { before, after, limit }: { before: Date; after: string; limit: number },
): Promise<InstanceRow[]> {
  return queries(store)
    .select()
    .from(waInstances)
    .where(and(isNotNull(waInstances.deletedAt), lt(waInstances.deletedAt, before), gt(waInstances.id, after)))
    .orderBy(asc(waInstances.id))
    .limit(limit);
}

export async function hasWaiting(store: Store, instanceId: string): Promise<boolean> {
  const rows = await queries(store)
    .select({ id: waMessages.id })
    .from(waMessages)
    .where(and(eq(waMessages.instanceId, instanceId), inArray(waMessages.status, ['scheduled', 'queued'])))
    .limit(1);
  return rows.length > 0;
}

/** Deletes some messages of an instance, then the instance and its other rows. True while more is left. */
export async function purgeInstance(store: Store, id: string, limit: number): Promise<boolean> {
  const db = queries(store);
  const some = db.select({ id: waMessages.id }).from(waMessages).where(eq(waMessages.instanceId, id)).limit(limit);
  const gone = await db.delete(waMessages).where(inArray(waMessages.id, some)).returning({ id: waMessages.id });
  if (gone.length === limit) return true;
  await db.delete(waInstances).where(and(eq(waInstances.id, id), isNotNull(waInstances.deletedAt)));
  return false;
}
