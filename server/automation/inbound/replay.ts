import { eq } from 'drizzle-orm';

import { scoped } from '../../db/scoped';
import { listVersions, readBody } from '../queries/inbound';
import { inboundRequests } from '../schema/inbound';
import { findEndpoint } from '../system/endpoints';
import { bytesOf, type KeptBody } from './bodies';
import type { EndpointRow, FoundEndpoint } from './call';
import { AlreadySettled } from './commit';
import type { InboundPayload } from './context';
import { contextFor } from './facts';
import { isPassing } from './faults';
import type { Facts } from './ledger';
import { readValue } from './parse/parse';
import type { InboundRequestRow } from './present';
import type { ReceiveParts } from './receive';
import { writeRefusal } from './refuse';
import { Refused } from './refused';
import { take } from './take';
import { timed } from './watch';

/**
 * Takes the bytes of an earlier request once more, past authentication and dedupe. A mapping of a paused endpoint, or of
 * one that keeps samples, is tried all the same: somebody asked for it.
 */
export async function replay(parts: ReceiveParts, row: InboundRequestRow): Promise<void> {
  const { services, metrics, tallies } = parts;
  const endpoint = await endpointFor(services, row);
  if (!endpoint) {
    await scoped(services.store, row.workspaceId).delete(inboundRequests, eq(inboundRequests.id, row.id));
    return;
  }
  const facts = factsFrom(row, endpoint.row);
  const ctx = contextFor(services, endpoint.row, facts);
  const kept = await readBody(services.store, row.workspaceId, row.bodyOf ?? row.id);
  const shown = kept && { encoding: kept.encoding, body: kept.body };
  try {
    const payload = payloadOf(row, shown);
    const watch = timed(metrics.timed);
    const taken = await take({
      ctx,
      endpoint,
      facts,
      payload,
      shown,
      idempotencyKey: null,
      isReplay: true,
      watch,
      transact: (own, work) => own.db.transaction(work),
    });
    metrics.counted(taken.row.status, taken.row.reason);
    tallies.count(endpoint.row, taken.row.status);
  } catch (error) {
    if (error instanceof AlreadySettled) return;
    if (!(error instanceof Refused)) {
      // What passes by itself is tried again when somebody looks next.
      if (isPassing(error)) throw error;
      services.log.error({ err: error, inbound_request: row.id }, 'inbound replay failed');
    }
    const refused = error instanceof Refused ? error : new Refused('storage_unavailable');
    metrics.counted('rejected', refused.reason);
    tallies.count(endpoint.row, 'rejected');
    await writeRefusal(ctx, facts, shown, refused, 'rejected');
  }
}

/** The endpoint as it is, or with the configuration of then; undefined for one that was deleted. */
async function endpointFor(
  services: ReceiveParts['services'],
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

const factsFrom = (row: InboundRequestRow, endpoint: EndpointRow): Facts => ({
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
  // Somebody asks for it: no circle goes on by itself.
  depth: 0,
  createdAt: row.createdAt,
  began: performance.now(),
  body: null,
  isPending: true,
});

function payloadOf(row: InboundRequestRow, kept: KeptBody | undefined): InboundPayload {
  if (!kept) throw new Refused('payload_missing', { message: 'The body of the request is no longer stored.' });
  const bytes = bytesOf(kept);
  const body = bytes ? readValue(bytes, row.contentType ?? '') : (JSON.parse(kept.body) as InboundPayload['body']);
  const { method, headers, query, files } = row;
  return { method, headers, query, body, files };
}
