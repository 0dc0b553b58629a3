import { asc, eq } from 'drizzle-orm';

import { scoped } from '../../db/scoped';
import type { WorkQueue } from '../../work/types';
import type { WorkQueues } from '../../work/work-queues';
import { listVersions, readInboundBody } from '../queries/inbound';
import { inboundRequests } from '../schema/inbound';
import { findEndpoint } from '../system/endpoints';
import { workspacesWithReplays } from '../system/inbound';
import type { EndpointRow, FoundEndpoint } from './call';
import { AlreadyReplayed } from './commit/commit';
import { saveRefusal } from './commit/save-request';
import type { ParsedRequest } from './map/template-context';
import { readValue } from './parse/parse';
import { bytesOf, type StoredBody } from './parse/stored-body';
import type { InboundRequestRow } from './present';
import { processRequest } from './process';
import type { InboundDeps } from './receive';
import { isTemporary, Refused } from './refusal';
import { automationContext, type RequestDetails } from './request';
import { timedStages } from './stages';

/** Skips authentication and deduplication; runs even for a paused endpoint, since a user requested it. */
async function replay(deps: InboundDeps, row: InboundRequestRow): Promise<void> {
  const { services, metrics, counters } = deps;
  const endpoint = await endpointFor(services, row);
  if (!endpoint) {
    await scoped(services.store, row.workspaceId).delete(inboundRequests, eq(inboundRequests.id, row.id));
    return;
  }
  const request = requestOfRow(row, endpoint.row);
  const ctx = automationContext(services, endpoint.row, request);
  const stored = await readInboundBody(services.store, row.workspaceId, row.bodyOf ?? row.id);
  const storedBody = stored && { encoding: stored.encoding, body: stored.body };
  try {
    const payload = payloadOf(row, storedBody);
    const runStage = timedStages(metrics.timed);
    const processed = await processRequest({
      ctx,
      endpoint,
      request,
      payload,
      storedBody,
      idempotencyKey: null,
      isReplay: true,
      runStage,
      transact: (own, work) => own.db.transaction(work),
    });
    metrics.counted(processed.row.status, processed.row.reason);
    counters.count(endpoint.row, processed.row.status);
  } catch (error) {
    if (error instanceof AlreadyReplayed) return;
    if (!(error instanceof Refused)) {
      // The next poll retries temporary errors.
      if (isTemporary(error)) throw error;
      services.log.error({ err: error, inbound_request: row.id }, 'inbound replay failed');
    }
    const refused = error instanceof Refused ? error : new Refused('storage_unavailable');
    metrics.counted('rejected', refused.reason);
    counters.count(endpoint.row, 'rejected');
    await saveRefusal(ctx, request, storedBody, refused, 'rejected');
  }
}

/** Undefined for a deleted endpoint. */
async function endpointFor(
  services: InboundDeps['services'],
  row: InboundRequestRow,
): Promise<FoundEndpoint | undefined> {
  const found = await findEndpoint(services.store, row.endpointId);
  if (!found) return undefined;
  const active = { ...found.row, status: 'active' as const };
  if (row.replayVersion !== 'original') return { ...found, row: active };
  const of = { workspaceId: row.workspaceId, endpointId: row.endpointId };
  const [then] = await listVersions(services.store, of, { below: row.endpointVersion + 1, limit: 1 });
  return { ...found, row: then ? { ...active, config: then.config, version: then.version } : active };
}

const requestOfRow = (row: InboundRequestRow, endpoint: EndpointRow): RequestDetails => ({
  id: row.id,
  endpoint,
  method: row.method,
  ip: row.ip,
  userAgent: row.userAgent,
  contentType: row.contentType,
  size: row.size,
  headers: row.headers,
  query: row.query,
  bodySha256: row.bodySha256,
  files: row.files,
  keyId: row.keyId,
  requestId: row.requestId,
  // A manual replay starts a new chain.
  depth: 0,
  createdAt: row.createdAt,
  began: performance.now(),
  body: null,
  isPending: true,
});

function payloadOf(row: InboundRequestRow, stored: StoredBody | undefined): ParsedRequest {
  if (!stored) throw new Refused('payload_missing', { message: 'The body of the request is no longer stored.' });
  const bytes = bytesOf(stored);
  const body = bytes ? readValue(bytes, row.contentType ?? '') : (JSON.parse(stored.body) as ParsedRequest['body']);
  const { method, headers, query, files } = row;
  return { method, headers, query, body, files };
}

const ROWS = 50;

/** A replay is settled in the transaction of its effects, so no lease is needed. */
export function createReplays(deps: () => InboundDeps, queues: WorkQueues): WorkQueue {
  return queues.add<readonly InboundRequestRow[]>({
    name: 'inbound_replays',
    parallelLanes: 8,
    now: () => deps().services.now(),
    due: () => workspacesWithReplays(deps().services.store),
    async claim(workspaceId) {
      const rows = await scoped(deps().services.store, workspaceId).select(inboundRequests, {
        where: eq(inboundRequests.status, 'pending'),
        orderBy: [asc(inboundRequests.id)],
        limit: ROWS,
      });
      return rows.length > 0 ? [rows] : [];
    },
    async run(rows, turn) {
      for (const row of rows) {
        if (turn.isOver()) return 'more';
        await replay(deps(), row);
      }
      return rows.length === ROWS ? 'more' : 'done';
    },
  });
}
