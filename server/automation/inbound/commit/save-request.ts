import { and, eq } from 'drizzle-orm';

import type {
  InboundError,
  InboundReason,
  InboundStage,
  InboundStatus,
} from '../../../../shared/automation/inbound-request';
import { RULE_LIMITS } from '../../../../shared/automation/rule';
import { DAY_MS } from '../../../../shared/durations';
import { insertNew } from '../../../db/insert-new';
import type { ScopedDb } from '../../../db/scoped';
import { emit } from '../../../events/emit';
import type { AutomationContext } from '../../context';
import { insertBody } from '../../queries/inbound';
import { inboundRequests } from '../../schema/inbound';
import { inboundEvent } from '../events';
import { bodyEnd, type StoredBody } from '../parse/stored-body';
import { type InboundRequestRow, presentRequest } from '../present';
import type { Refused } from '../refusal';
import type { RequestDetails } from '../request';

export interface RequestResult {
  status: InboundStatus;
  reason?: InboundReason | null;
  stage?: InboundStage | null;
  error?: InboundError | null;
  dedupeKey?: string | null;
  duplicateOf?: string | null;
  publicationIds?: string[];
  isSample?: boolean;
}

export async function saveRequest(
  tx: ScopedDb,
  request: RequestDetails,
  outcome: RequestResult,
  retentionDays: number,
): Promise<InboundRequestRow | undefined> {
  const settled = {
    endpointVersion: request.endpoint.version,
    status: outcome.status,
    reason: outcome.reason ?? null,
    stage: outcome.stage ?? null,
    error: outcome.error ?? null,
    dedupeKey: outcome.dedupeKey?.slice(0, 500) ?? null,
    duplicateOf: outcome.duplicateOf ?? null,
    publicationIds: outcome.publicationIds ?? [],
    durationMs: Math.round(performance.now() - request.began),
  };
  if (request.isPending) {
    const isStillPending = and(eq(inboundRequests.id, request.id), eq(inboundRequests.status, 'pending'));
    const [row] = await tx.update(inboundRequests, isStillPending, settled);
    return row;
  }
  const isSample = outcome.isSample ?? false;
  const given = {
    id: request.id,
    workspaceId: tx.workspaceId,
    endpointId: request.endpoint.id,
    method: request.method,
    ip: request.ip,
    userAgent: request.userAgent,
    contentType: request.contentType?.slice(0, 200) ?? null,
    size: request.size,
    headers: request.headers,
    query: request.query,
    bodySha256: request.bodySha256,
    files: request.files,
    filesUntil: request.files.some(({ media_id: id }) => id !== null)
      ? new Date(request.createdAt.getTime() + DAY_MS)
      : null,
    keyId: request.keyId,
    isSample,
    requestId: request.requestId,
    createdAt: request.createdAt,
    ...settled,
  };
  const [row] = await insertNew(tx.store, inboundRequests, [given]);
  if (!row) throw new Error('The id of a request is taken.');
  if (request.body) {
    const expiresAt = isSample ? null : bodyEnd(request.size, request.createdAt, retentionDays);
    await insertBody(tx.store, { requestId: row.id, workspaceId: tx.workspaceId, expiresAt, ...request.body });
  }
  return row;
}

export async function saveRefusal(
  ctx: AutomationContext,
  request: RequestDetails,
  preview: StoredBody | undefined,
  { reason, stage, error }: Pick<Refused, 'reason' | 'stage' | 'error'>,
  status: 'rejected' | 'failed',
): Promise<InboundRequestRow | undefined> {
  const outcome: RequestResult = { status, reason, stage, error };
  return ctx.db.transaction(async (tx) => {
    const row = await saveRequest(tx, request, outcome, ctx.config.inboundRetentionDays);
    if (!row) return undefined;
    const data = presentRequest(row, preview, new Map());
    const event = inboundEvent({ type: 'automation.inbound_request.rejected', data }, request.endpoint);
    // The event of a loop must not feed the loop.
    if (request.depth <= RULE_LIMITS.depth) await emit(ctx, tx, [{ ...event, cause: ctx.cause }]);
    return row;
  });
}

export async function saveUnauthenticated(
  ctx: AutomationContext,
  request: RequestDetails,
  refused: Refused,
): Promise<void> {
  const { reason, stage, error } = refused;
  const outcome: RequestResult = { status: 'rejected', reason, stage, error };
  await ctx.db.transaction((tx) =>
    saveRequest(tx, { ...request, body: null }, outcome, ctx.config.inboundRetentionDays),
  );
}
