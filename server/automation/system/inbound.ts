import { and, asc, eq, inArray, isNotNull, lt, lte, not, sql } from 'drizzle-orm';

import { queries, runStatement, type Store, timeFromDatabase, timeValue } from '../../db/database';
import { PURGE_ROWS, purgeOldest } from '../../db/purge';
import { withDistinctValues } from '../../db/sql-text';
import type { DueLane } from '../../work/types';
import { type HourCount } from '../queries/inbound';
import { inboundBodies, inboundDedupe, inboundEndpoints, inboundHours, inboundRequests } from '../schema/inbound';

/** `at` is when the first replay began to wait. */
export async function workspacesWithReplays(store: Store): Promise<DueLane[]> {
  const rows = await runStatement(store, WAITING, []);
  return rows.map(([id, at]) => ({ lane: String(id), at: timeFromDatabase(at) }));
}

const WAITING = `${withDistinctValues({ table: 'inbound_requests', column: 'workspace_id', where: "status = 'pending'" })}
  select t.value,
    (select created_at from inbound_requests where status = 'pending' and workspace_id = t.value order by id limit 1)
  from t where t.value is not null`;

export function purgeInboundRequests(store: Store, before: Date): Promise<number> {
  const { id, createdAt, isSample, status } = inboundRequests;
  const where = and(lt(createdAt, before), not(isSample), sql`${status} <> 'pending'`);
  return purgeOldest(store, inboundRequests, { key: id, by: createdAt, where });
}

export function purgeInboundBodies(store: Store, now: Date): Promise<number> {
  const { requestId, expiresAt } = inboundBodies;
  const where = and(isNotNull(expiresAt), lte(expiresAt, now));
  return purgeOldest(store, inboundBodies, { key: requestId, by: expiresAt, where });
}

export async function purgeInboundKeys(store: Store, now: Date): Promise<number> {
  const db = queries(store);
  const { endpointId, keyHash, expiresAt } = inboundDedupe;
  const due = await db.select({ endpointId, keyHash }).from(inboundDedupe).where(lte(expiresAt, now)).limit(PURGE_ROWS);
  for (const one of due) {
    await db
      .delete(inboundDedupe)
      .where(and(eq(endpointId, one.endpointId), eq(keyHash, one.keyHash), lte(expiresAt, now)));
  }
  return due.length;
}

export async function purgeInboundHours(store: Store, before: Date): Promise<void> {
  await queries(store).delete(inboundHours).where(lt(inboundHours.hour, before));
}

/** Also deletes the samples of the endpoint, which then have no other retention. */
export async function purgeDeletedEndpoints(store: Store, before: Date): Promise<void> {
  const db = queries(store);
  const { id, deletedAt } = inboundEndpoints;
  const gone = db
    .select({ id })
    .from(inboundEndpoints)
    .where(and(isNotNull(deletedAt), lt(deletedAt, before)));
  await db.delete(inboundRequests).where(and(inArray(inboundRequests.endpointId, gone), inboundRequests.isSample));
  await db.delete(inboundEndpoints).where(and(isNotNull(deletedAt), lt(deletedAt, before)));
}

/** Their files are deleted unless a publication uses them. */
export async function findDueFiles(store: Store, now: Date) {
  return queries(store)
    .select({
      id: inboundRequests.id,
      workspaceId: inboundRequests.workspaceId,
      files: inboundRequests.files,
      publicationIds: inboundRequests.publicationIds,
    })
    .from(inboundRequests)
    .where(and(isNotNull(inboundRequests.filesUntil), lte(inboundRequests.filesUntil, now)))
    .orderBy(asc(inboundRequests.id))
    .limit(50);
}

const ADD_HOUR = `insert into inbound_hours
    (workspace_id, endpoint_id, hour, accepted, rejected, last_at, last_status)
  select workspace_id, id, $2, $3, $4, $5, $6 from inbound_endpoints where id = $1
  on conflict (endpoint_id, hour) do update set accepted = inbound_hours.accepted + excluded.accepted,
    rejected = inbound_hours.rejected + excluded.rejected, last_at = excluded.last_at,
    last_status = excluded.last_status`;

/** Deleted endpoints are left out. */
export async function addHours(store: Store, counts: readonly HourCount[]): Promise<void> {
  await store.transaction(async (tx) => {
    for (const { endpointId, hour, accepted, rejected, lastAt, lastStatus } of counts) {
      await runStatement(tx, ADD_HOUR, [
        endpointId,
        timeValue(hour.getTime()),
        accepted,
        rejected,
        timeValue(lastAt.getTime()),
        lastStatus,
      ]);
    }
  });
}
