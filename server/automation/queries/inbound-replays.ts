import { and, asc, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { inboundBodies, inboundEndpoints, inboundRequests } from '../schema/inbound';

type RequestRow = typeof inboundRequests.$inferSelect;

const MAX_COUNTED = 10_000;

function isReplayable(store: Store, workspaceId: string, where: SQL | undefined): SQL | undefined {
  const db = queries(store);
  const { id, bodyOf, endpointId, status } = inboundRequests;
  const living = db
    .select({ id: inboundEndpoints.id })
    .from(inboundEndpoints)
    .where(and(eq(inboundEndpoints.workspaceId, workspaceId), isNull(inboundEndpoints.deletedAt)));
  const kept = sql`exists (select 1 from ${inboundBodies} where ${inboundBodies.requestId} = coalesce(${bodyOf}, ${id}))`;
  const isNew = sql`not exists (select 1 from inbound_requests later where later.replay_of = ${id})`;
  return and(
    eq(inboundRequests.workspaceId, workspaceId),
    where,
    ne(status, 'pending'),
    inArray(endpointId, living),
    kept,
    isNew,
  );
}

export async function countReplayable(store: Store, workspaceId: string, where: SQL | undefined): Promise<number> {
  const rows = await queries(store)
    .select({ id: inboundRequests.id })
    .from(inboundRequests)
    .where(isReplayable(store, workspaceId, where))
    .limit(MAX_COUNTED);
  return rows.length;
}

export async function listReplayable(
  store: Store,
  workspaceId: string,
  where: SQL | undefined,
  limit: number,
): Promise<RequestRow[]> {
  return queries(store)
    .select()
    .from(inboundRequests)
    .where(isReplayable(store, workspaceId, where))
    .orderBy(asc(inboundRequests.id))
    .limit(limit);
}
