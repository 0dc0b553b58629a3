import { and, asc, desc, eq, gt, inArray, lt, lte, or } from 'drizzle-orm';

import { ID_PREFIXES, idAt } from '../../../shared/ids';
import { queries, type Store } from '../database';
import { auditEntries, events, requestLogs, workspaces } from '../schema';

/** Rows of one statement: others get their turn between two. Every purge here returns how many it deleted. */
export const PURGE_ROWS = 500;

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

export async function purgeEvents(store: Store, before: Date): Promise<number> {
  const db = queries(store);
  const { id, createdAt } = events;
  const oldest = db.select({ id }).from(events).where(lt(createdAt, before)).orderBy(asc(createdAt));
  const gone = await db
    .delete(events)
    .where(inArray(id, oldest.limit(PURGE_ROWS)))
    .returning({ id });
  return gone.length;
}

/** The request log of a workspace: what began before a time, and what goes beyond the newest `keep`. */
export async function purgeRequestLogs(
  store: Store,
  { workspaceId, before, keep }: { workspaceId: string; before: Date; keep: number },
): Promise<number> {
  const db = queries(store);
  const { id } = requestLogs;
  const ours = eq(requestLogs.workspaceId, workspaceId);
  const [excess] = await db.select({ id }).from(requestLogs).where(ours).orderBy(desc(id)).limit(1).offset(keep);
  // Ids hold their time, so the index of the list finds what is old.
  const tooOld = lt(id, idAt(ID_PREFIXES.request, before.getTime()));
  const due = and(ours, excess ? or(tooOld, lte(id, excess.id)) : tooOld);
  const oldest = db.select({ id }).from(requestLogs).where(due).orderBy(asc(id));
  const gone = await db
    .delete(requestLogs)
    .where(and(ours, inArray(id, oldest.limit(PURGE_ROWS))))
    .returning({ id });
  return gone.length;
}

/** Workspaces after one by id, with how long each keeps its request log. */
export async function listLogRetentions(store: Store, after: string, limit: number) {
  return queries(store)
    .select({ id: workspaces.id, days: workspaces.logRetentionDays })
    .from(workspaces)
    .where(gt(workspaces.id, after))
    .orderBy(asc(workspaces.id))
    .limit(limit);
}
