import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, sql } from 'drizzle-orm';

import type { InboundStatus } from '../../../shared/automation/inbound-request';
import { prepared, queries, runStatement, type Store, timeValue } from '../database';
import {
  inboundBodies,
  inboundDedupe,
  inboundEndpoints,
  inboundEndpointVersions,
  inboundHours,
  workspaces,
} from '../schema';

export type EndpointRow = typeof inboundEndpoints.$inferSelect;

/** An endpoint with what of its workspace is needed to answer a call. */
export interface FoundEndpoint {
  row: EndpointRow;
  workspace: {
    id: string;
    name: string;
    isSuspended: boolean;
    rateLimit: { requests: number; window_seconds: number };
  };
}

const endpointById = prepared((db) =>
  db
    .select({
      row: inboundEndpoints,
      workspace: { id: workspaces.id, name: workspaces.name, state: workspaces.state, rateLimit: workspaces.rateLimit },
    })
    .from(inboundEndpoints)
    .innerJoin(workspaces, eq(workspaces.id, inboundEndpoints.workspaceId))
    .where(and(eq(inboundEndpoints.id, sql.placeholder('id')), isNull(inboundEndpoints.deletedAt)))
    .prepare('inbound_endpoint_by_id'),
);

/** The living endpoint of an id, in a workspace that is not being deleted. */
export async function findEndpoint(store: Store, id: string): Promise<FoundEndpoint | undefined> {
  const [found] = await endpointById(store).execute({ id });
  if (!found || found.workspace.state === 'deleting') return undefined;
  const { state, ...workspace } = found.workspace;
  return { row: found.row, workspace: { ...workspace, isSuspended: state === 'suspended' } };
}

type BodyRow = typeof inboundBodies.$inferSelect;
type DedupeRow = typeof inboundDedupe.$inferSelect;
type VersionRow = typeof inboundEndpointVersions.$inferSelect;

const INSERT_BODY =
  'insert into inbound_bodies (request_id, workspace_id, encoding, body, expires_at) values ($1, $2, $3, $4, $5)';

export async function insertBody(
  tx: Store,
  { requestId, workspaceId, encoding, body, expiresAt }: BodyRow,
): Promise<void> {
  const end = expiresAt === null ? null : timeValue(expiresAt.getTime());
  await runStatement(tx, INSERT_BODY, [requestId, workspaceId, encoding, body, end]);
}

export async function readBody(store: Store, workspaceId: string, requestId: string): Promise<BodyRow | undefined> {
  const [row] = await readBodies(store, workspaceId, [requestId]);
  return row;
}

export async function readBodies(store: Store, workspaceId: string, requestIds: readonly string[]): Promise<BodyRow[]> {
  if (requestIds.length === 0) return [];
  return queries(store)
    .select()
    .from(inboundBodies)
    .where(and(eq(inboundBodies.workspaceId, workspaceId), inArray(inboundBodies.requestId, [...requestIds])));
}

/** The request that was taken under one of the keys and is still remembered. */
export async function findTaken(
  store: Store,
  endpointId: string,
  keyHashes: readonly string[],
  now: Date,
): Promise<string | undefined> {
  if (keyHashes.length === 0) return undefined;
  const [row] = await queries(store)
    .select({ requestId: inboundDedupe.requestId })
    .from(inboundDedupe)
    .where(
      and(
        eq(inboundDedupe.endpointId, endpointId),
        inArray(inboundDedupe.keyHash, [...keyHashes]),
        gt(inboundDedupe.expiresAt, now),
      ),
    )
    .limit(1);
  return row?.requestId;
}

/** Whether the key was free: one that somebody else holds stays theirs until it expires. */
export async function takeKey(tx: Store, row: DedupeRow, now: Date): Promise<boolean> {
  const rows = await queries(tx)
    .insert(inboundDedupe)
    .values(row)
    .onConflictDoUpdate({
      target: [inboundDedupe.endpointId, inboundDedupe.keyHash],
      set: { requestId: row.requestId, expiresAt: row.expiresAt },
      setWhere: lte(inboundDedupe.expiresAt, now),
    })
    .returning({ requestId: inboundDedupe.requestId });
  return rows.length > 0;
}

/** One more sample, unless the endpoint has as many as it keeps. */
export async function addSample(tx: Store, endpointId: string, most: number): Promise<EndpointRow | undefined> {
  const [row] = await queries(tx)
    .update(inboundEndpoints)
    .set({ samples: sql`${inboundEndpoints.samples} + 1` })
    .where(and(eq(inboundEndpoints.id, endpointId), lt(inboundEndpoints.samples, most)))
    .returning();
  return row;
}

export async function insertVersion(tx: Store, row: VersionRow): Promise<void> {
  await queries(tx).insert(inboundEndpointVersions).values(row);
}

/** Versions of an endpoint, newest first, those before `below`. */
export async function listVersions(
  store: Store,
  { workspaceId, endpointId }: Pick<VersionRow, 'workspaceId' | 'endpointId'>,
  { below, limit }: { below: number; limit: number },
): Promise<VersionRow[]> {
  const { version, ...of } = inboundEndpointVersions;
  return queries(store)
    .select()
    .from(inboundEndpointVersions)
    .where(and(eq(of.workspaceId, workspaceId), eq(of.endpointId, endpointId), lt(version, below)))
    .orderBy(sql`${version} desc`)
    .limit(limit);
}

/** What endpoints answered within an hour. */
export interface HourCount {
  workspaceId: string;
  endpointId: string;
  hour: Date;
  accepted: number;
  rejected: number;
  lastAt: Date;
  lastStatus: InboundStatus;
}

/** Adds to the hours of endpoints; those that are gone meanwhile are left out. */
export async function addHours(store: Store, counts: readonly HourCount[]): Promise<void> {
  await store.transaction(async (tx) => {
    const db = queries(tx);
    for (const count of counts) {
      const [endpoint] = await db
        .select({ id: inboundEndpoints.id })
        .from(inboundEndpoints)
        .where(eq(inboundEndpoints.id, count.endpointId));
      if (!endpoint) continue;
      await db
        .insert(inboundHours)
        .values(count)
        .onConflictDoUpdate({
          target: [inboundHours.endpointId, inboundHours.hour],
          set: {
            accepted: sql`${inboundHours.accepted} + ${count.accepted}`,
            rejected: sql`${inboundHours.rejected} + ${count.rejected}`,
            lastAt: count.lastAt,
            lastStatus: count.lastStatus,
          },
        });
    }
  });
}

/** Hours of endpoints from a time on, oldest first. */
export async function readHours(store: Store, endpointIds: readonly string[], from: Date): Promise<HourCount[]> {
  if (endpointIds.length === 0) return [];
  return queries(store)
    .select()
    .from(inboundHours)
    .where(and(inArray(inboundHours.endpointId, [...endpointIds]), gte(inboundHours.hour, from)))
    .orderBy(asc(inboundHours.hour));
}

/** The last hour in which each of the endpoints was called. */
export async function readLastHours(store: Store, endpointIds: readonly string[]): Promise<HourCount[]> {
  if (endpointIds.length === 0) return [];
  const { endpointId, hour } = inboundHours;
  return queries(store)
    .select()
    .from(inboundHours)
    .where(
      and(
        inArray(endpointId, [...endpointIds]),
        sql`${hour} = (select max(last.hour) from inbound_hours last where last.endpoint_id = ${endpointId})`,
      ),
    );
}
