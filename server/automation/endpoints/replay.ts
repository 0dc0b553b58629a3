import type { InboundRequest } from '../../../shared/automation/inbound-request';
import {
  type InboundReplays,
  type ReplayInboundRequest,
  type ReplayInboundRequests,
  REPLAYS_AT_A_TIME,
} from '../../../shared/automation/inbound-request-inputs';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { AutomationCall } from '../context';
import type { InboundRequestRow } from '../inbound/present';
import { countReplayable, listReplayable, readInboundBody } from '../queries/inbound';
import { inboundRequests } from '../schema/inbound';
import { requireInboundEndpoint } from './find';
import { chosenBy, requireRequest, showRequest } from './requests';

/** Throws 409 when the body or the endpoint no longer exists. */
export async function replayInboundRequest(
  ctx: AutomationCall,
  { request_id: id, version }: ReplayInboundRequest,
): Promise<InboundRequest> {
  const row = await requireRequest(ctx, id);
  const body = await readInboundBody(ctx.db.store, ctx.workspaceId, row.bodyOf ?? row.id);
  if (!body)
    throw new ApiError('invalid_state', 'The body of this request is no longer stored, so it cannot be replayed.');
  await requireInboundEndpoint(ctx, ctx.db, row.endpointId).catch((error: unknown) => {
    throw error instanceof ApiError ? new ApiError('invalid_state', 'The endpoint was deleted.') : error;
  });
  const made = await ctx.db.transaction(async (tx) => {
    const replay = await insertReplay(ctx, tx, row, version);
    tx.store.afterCommit(() => ctx.automation.inbound.wakeReplays(ctx.workspaceId));
    return replay;
  });
  return showRequest(ctx, made);
}

/** Oldest first and without an earlier replay, so that a repeated call continues. */
export async function replayInboundRequests(
  ctx: AutomationCall,
  { version, dry_run: isDry, ...filters }: ReplayInboundRequests,
): Promise<InboundReplays> {
  const where = await chosenBy(ctx, filters);
  const matched = await countReplayable(ctx.db.store, ctx.workspaceId, where);
  if (isDry) return { matched_count: matched, queued_count: 0, has_more: matched > 0 };
  const queued = await ctx.db.transaction(async (tx) => {
    const rows = await listReplayable(tx.store, ctx.workspaceId, where, REPLAYS_AT_A_TIME);
    for (const row of rows) await insertReplay(ctx, tx, row, version);
    tx.store.afterCommit(() => ctx.automation.inbound.wakeReplays(ctx.workspaceId));
    return rows.length;
  });
  return { matched_count: matched, queued_count: queued, has_more: matched > queued };
}

function insertReplay(
  ctx: AutomationCall,
  tx: ScopedDb,
  row: InboundRequestRow,
  version: 'original' | 'current',
): Promise<InboundRequestRow> {
  return tx.insert(inboundRequests, {
    ...row,
    id: newId(ID_PREFIXES.inboundRequest),
    status: 'pending',
    reason: null,
    stage: null,
    error: null,
    dedupeKey: null,
    duplicateOf: null,
    publicationIds: [],
    replayOf: row.id,
    bodyOf: row.bodyOf ?? row.id,
    replayVersion: version,
    isSample: false,
    filesUntil: null,
    durationMs: 0,
    requestId: ctx.requestId,
    createdAt: ctx.now(),
  });
}
