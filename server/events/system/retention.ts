import { and, asc, eq, inArray, lt, min, type SQL } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { PURGE_ROWS, type Outdated } from '../../db/purge';
import { workspaceHas } from '../../db/retentions';
import { workspaces } from '../../db/workspaces';
import { events } from '../schema';

/** Whether the first event of a workspace of the query around it is that old. */
export function firstEventIsBefore(store: Store, before: Date): SQL {
  const first = queries(store)
    .select({ sequence: min(events.sequence) })
    .from(events)
    .where(eq(events.workspaceId, workspaces.id));
  return workspaceHas(store, events, and(eq(events.sequence, first), lt(events.createdAt, before)));
}

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
