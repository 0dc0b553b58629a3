import { and, eq } from 'drizzle-orm';

import type {
  InboundError,
  InboundReason,
  InboundStage,
  InboundStatus,
} from '../../../../shared/automation/inbound-request';
import { DAY_MS } from '../../../../shared/durations';
import { insertNew } from '../../../db/insert-new';
import type { ScopedDb } from '../../../db/scoped';
import { insertBody } from '../../queries/inbound';
import { inboundRequests } from '../../schema/inbound';
import { bodyEnd } from '../parse/stored-body';
import type { InboundRequestRow } from '../present';
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
