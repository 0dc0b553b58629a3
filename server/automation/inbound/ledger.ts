import { and, eq } from 'drizzle-orm';

import type {
  InboundError,
  InboundFile,
  InboundReason,
  InboundStage,
  InboundStatus,
} from '../../../shared/automation/inbound-request';
import { insertNew } from '../../db/insert-new';
import type { ScopedDb } from '../../db/scoped';
import { insertBody } from '../queries/inbound';
import { inboundRequests } from '../schema/inbound';
import { bodyEnd, type KeptBody } from './bodies';
import type { EndpointRow } from './call';
import type { InboundRequestRow } from './present';

const FILES_KEPT_MS = 86_400_000;

/** What is known of a request whatever becomes of it. */
export interface Facts {
  id: string;
  endpoint: EndpointRow;
  method: string;
  ip: string;
  userAgent: string;
  contentType: string | null;
  size: number;
  headers: Record<string, string>;
  query: Record<string, string | string[]>;
  bodySha256: string | null;
  files: InboundFile[];
  keyId: string | null;
  requestId: string;
  /** How many requests and runs of ours led to it. */
  depth: number;
  createdAt: Date;
  /** On the monotonic clock. */
  began: number;
  /** Null where nothing of it is kept, or where it is kept already. */
  body: KeptBody | null;
  /** Its row is there and waits. */
  isPending: boolean;
}

/** What became of a request. */
export interface Outcome {
  status: InboundStatus;
  reason?: InboundReason | null;
  stage?: InboundStage | null;
  error?: InboundError | null;
  dedupeKey?: string | null;
  duplicateOf?: string | null;
  publicationIds?: string[];
  isSample?: boolean;
}

/** Writes a request down, with its body; undefined for one that somebody else has settled meanwhile. */
export async function writeDown(
  tx: ScopedDb,
  facts: Facts,
  outcome: Outcome,
  keptDays: number,
): Promise<InboundRequestRow | undefined> {
  const settled = {
    endpointVersion: facts.endpoint.version,
    status: outcome.status,
    reason: outcome.reason ?? null,
    stage: outcome.stage ?? null,
    error: outcome.error ?? null,
    dedupeKey: outcome.dedupeKey?.slice(0, 500) ?? null,
    duplicateOf: outcome.duplicateOf ?? null,
    publicationIds: outcome.publicationIds ?? [],
    durationMs: Math.round(performance.now() - facts.began),
  };
  if (facts.isPending) {
    const isMine = and(eq(inboundRequests.id, facts.id), eq(inboundRequests.status, 'pending'));
    const [row] = await tx.update(inboundRequests, isMine, settled);
    return row;
  }
  const isSample = outcome.isSample ?? false;
  const given = {
    id: facts.id,
    workspaceId: tx.workspaceId,
    endpointId: facts.endpoint.id,
    method: facts.method,
    ip: facts.ip,
    userAgent: facts.userAgent,
    contentType: facts.contentType?.slice(0, 200) ?? null,
    size: facts.size,
    headers: facts.headers,
    query: facts.query,
    bodySha256: facts.bodySha256,
    files: facts.files,
    filesUntil: facts.files.some(({ media_id: id }) => id !== null)
      ? new Date(facts.createdAt.getTime() + FILES_KEPT_MS)
      : null,
    keyId: facts.keyId,
    isSample,
    requestId: facts.requestId,
    createdAt: facts.createdAt,
    ...settled,
  };
  const [row] = await insertNew(tx.store, inboundRequests, [given]);
  if (!row) throw new Error('The id of a request is taken.');
  if (facts.body) {
    const expiresAt = isSample ? null : bodyEnd(facts.size, facts.createdAt, keptDays);
    await insertBody(tx.store, { requestId: row.id, workspaceId: tx.workspaceId, expiresAt, ...facts.body });
  }
  return row;
}
