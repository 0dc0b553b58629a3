import { and, asc, eq, gte, inArray, isNull, lt, ne, sql, type SQL } from 'drizzle-orm';

import type { InboundStatus } from '../../../shared/automation/inbound-request';
import { queries, runStatement, type Store, timeValue } from '../../db/database';
import { placeholders } from '../../db/sql-text';
import {
  inboundBodies,
  type inboundDedupe,
  inboundEndpoints,
  inboundEndpointVersions,
  inboundHours,
  inboundRequests,
} from '../schema/inbound';
import type { EndpointRow } from '../system/endpoints';

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

export async function readInboundBody(
  store: Store,
  workspaceId: string,
  requestId: string,
): Promise<BodyRow | undefined> {
  const [row] = await readInboundBodies(store, workspaceId, [requestId]);
  return row;
}

export async function readInboundBodies(
  store: Store,
  workspaceId: string,
  requestIds: readonly string[],
): Promise<BodyRow[]> {
  if (requestIds.length === 0) return [];
  return queries(store)
    .select()
    .from(inboundBodies)
    .where(and(eq(inboundBodies.workspaceId, workspaceId), inArray(inboundBodies.requestId, [...requestIds])));
}

/** Undefined once the keys have expired. */
export async function findClaimed(
  store: Store,
  { workspaceId, endpointId }: Pick<DedupeRow, 'workspaceId' | 'endpointId'>,
  keyHashes: readonly string[],
  now: Date,
): Promise<string | undefined> {
  if (keyHashes.length === 0) return undefined;
  const places = placeholders(keyHashes, 4);
  const [row] = await runStatement(
    store,
    `select request_id from inbound_dedupe
     where workspace_id = $1 and endpoint_id = $2 and expires_at > $3 and key_hash in (${places}) limit 1`,
    [workspaceId, endpointId, timeValue(now.getTime()), ...keyHashes],
  );
  return row && String(row[0]);
}

/** No row while an earlier request has the key, until $6. */
const TAKE_KEY = `insert into inbound_dedupe (workspace_id, endpoint_id, key_hash, request_id, expires_at)
  values ($1, $2, $3, $4, $5)
  on conflict (endpoint_id, key_hash) do update set request_id = excluded.request_id, expires_at = excluded.expires_at
  where inbound_dedupe.expires_at <= $6 returning request_id`;

/** False while another request has the key. */
export async function claimKey(tx: Store, row: DedupeRow, now: Date): Promise<boolean> {
  const { workspaceId, endpointId, keyHash, requestId, expiresAt } = row;
  const end = timeValue(expiresAt.getTime());
  const rows = await runStatement(tx, TAKE_KEY, [
    workspaceId,
    endpointId,
    keyHash,
    requestId,
    end,
    timeValue(now.getTime()),
  ]);
  return rows.length > 0;
}

export async function addSample(
  tx: Store,
  { workspaceId, id }: Pick<EndpointRow, 'workspaceId' | 'id'>,
  max: number,
): Promise<EndpointRow | undefined> {
  const { samples, ...of } = inboundEndpoints;
  const [row] = await queries(tx)
    .update(inboundEndpoints)
    .set({ samples: sql`${samples} + 1` })
    .where(and(eq(of.workspaceId, workspaceId), eq(of.id, id), lt(samples, max)))
    .returning();
  return row;
}

export async function insertVersion(tx: Store, row: VersionRow): Promise<void> {
  await queries(tx).insert(inboundEndpointVersions).values(row);
}

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

export interface HourCount {
  workspaceId: string;
  endpointId: string;
  hour: Date;
  accepted: number;
  rejected: number;
  lastAt: Date;
  lastStatus: InboundStatus;
}

interface Endpoints {
  workspaceId: string;
  endpointIds: readonly string[];
}

const hoursOf = ({ workspaceId, endpointIds }: Endpoints) =>
  and(eq(inboundHours.workspaceId, workspaceId), inArray(inboundHours.endpointId, [...endpointIds]));

export async function readHours(store: Store, of: Endpoints, from: Date): Promise<HourCount[]> {
  if (of.endpointIds.length === 0) return [];
  return queries(store)
    .select()
    .from(inboundHours)
    .where(and(hoursOf(of), gte(inboundHours.hour, from)))
    .orderBy(asc(inboundHours.hour));
}

export async function readLastHours(store: Store, of: Endpoints): Promise<HourCount[]> {
  if (of.endpointIds.length === 0) return [];
  const { endpointId, hour } = inboundHours;
  return queries(store)
    .select()
    .from(inboundHours)
    .where(
      and(
        hoursOf(of),
        sql`${hour} = (select max(last.hour) from inbound_hours last where last.endpoint_id = ${endpointId})`,
      ),
    );
}

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
