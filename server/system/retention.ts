import { and, asc, desc, eq, inArray, lt, lte, or } from 'drizzle-orm';

import { ID_PREFIXES, idAt } from '../../shared/ids';
import { queries, type Store } from '../db/database';
import { PURGE_ROWS, type Outdated } from '../db/purge';
import { events } from '../events/schema';
import { auditEntries, requestLogs } from '../usage/schema';

export async function purgeAuditEntries(store: Store, before: Date): Promise<number> {
  const db = queries(store);
  const { id, createdAt } = auditEntries;
  const oldest = db.select({ id }).from(auditEntries).where(lt(createdAt, before)).orderBy(asc(createdAt));
  const gone = await db
    .delete(auditEntries)
    .where(inArray(id, oldest.limit(PURGE_ROWS)))
    .returning({ id });
  return gone.length;
}

/** By number, which follows time except for steps of the clock. */
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

/** Deletes requests from before a time, and those beyond the newest `keep`. */
export async function purgeRequestLogs(
  store: Store,
  { workspaceId, before, keep }: { workspaceId: string; before: Date; keep: number },
): Promise<number> {
  const db = queries(store);
  const { id } = requestLogs;
  const ours = eq(requestLogs.workspaceId, workspaceId);
  const [excess] = await db.select({ id }).from(requestLogs).where(ours).orderBy(desc(id)).limit(1).offset(keep);
  // Ids contain their time, so the index of the list finds old rows.
  const tooOld = lt(id, idAt(ID_PREFIXES.request, before.getTime()));
  const due = and(ours, excess ? or(tooOld, lte(id, excess.id)) : tooOld);
  const oldest = db.select({ id }).from(requestLogs).where(due).orderBy(asc(id));
  const gone = await db
    .delete(requestLogs)
    .where(and(ours, inArray(id, oldest.limit(PURGE_ROWS))))
    .returning({ id });
  return gone.length;
}
