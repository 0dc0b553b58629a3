import { and, asc, desc, eq, gt, inArray, lt, lte, or } from 'drizzle-orm';

import { ID_PREFIXES, idAt } from '../../shared/ids';
import { workspaces } from '../access/schema/workspaces';
import { queries, type Store } from '../db/database';
import { events } from '../events/schema';
import { nextTurn } from '../schedule';
import { auditEntries, requestLogs } from '../usage/schema';

/** Limits a statement, so that other work runs in between. Every purge returns how many rows it deleted. */
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

export interface Outdated {
  workspaceId: string;
  before: Date;
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

/** On SQLite a query blocks the event loop, so each covers few workspaces. */
const WORKSPACES = 20;

/** Retention settings of every workspace; null for the default of the installation. */
export async function* listRetentions(store: Store) {
  for (let after = ''; ;) {
    const page = await queries(store)
      .select({
        id: workspaces.id,
        logDays: workspaces.logRetentionDays,
        eventDays: workspaces.eventRetentionDays,
        deliveryDays: workspaces.deliveryRetentionDays,
      })
      .from(workspaces)
      .where(gt(workspaces.id, after))
      .orderBy(asc(workspaces.id))
      .limit(WORKSPACES);
    yield* page;
    if (page.length < WORKSPACES) return;
    after = page.at(-1)?.id ?? '';
    await nextTurn();
  }
}
