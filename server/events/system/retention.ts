import { and, asc, eq, inArray } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { PURGE_ROWS, type Outdated } from '../../db/purge';
import { events } from '../schema';

/** Numbers follow time, except when the clock is adjusted. */
export async function purgeEvents(store: Store, { workspaceId, before }: Outdated): Promise<number> {
  const db = queries(store);
  const oldest = await db
    .select({ sequence: events.sequence, createdAt: events.createdAt })
    .from(events)
    .where(eq(events.workspaceId, workspaceId))
    .orderBy(asc(events.sequence))
    .limit(PURGE_ROWS);
  const gone = oldest.filter(({ createdAt }) => createdAt < before).map(({ sequence }) => sequence);
  if (gone.length === 0) return 0;
  await db.delete(events).where(and(eq(events.workspaceId, workspaceId), inArray(events.sequence, gone)));
  return gone.length;
}
