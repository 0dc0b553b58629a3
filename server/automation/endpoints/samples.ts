import { and, asc, eq } from 'drizzle-orm';

import type { EndpointWarning } from '../../../shared/automation/endpoint';
import { ENDPOINT_LIMITS, type EndpointConfig } from '../../../shared/automation/endpoint-config';
import type { AutomationCall } from '../context';
import { type KeptBody, shownBody } from '../inbound/bodies';
import type { EndpointRow } from '../inbound/call';
import { contextOf, type InboundPayload } from '../inbound/context';
import { missingIn } from '../inbound/warnings';
import { readBodies } from '../queries/inbound';
import { inboundRequests } from '../schema/inbound';

type RequestRow = typeof inboundRequests.$inferSelect;

/** What a mapping reads that no sample of the endpoint has. */
export async function warningsOf(
  ctx: Pick<AutomationCall, 'db' | 'now'>,
  row: EndpointRow,
  config: EndpointConfig,
): Promise<EndpointWarning[]> {
  if (config.mapping === null || row.samples === 0) return [];
  const samples = await ctx.db.select(inboundRequests, {
    where: and(eq(inboundRequests.endpointId, row.id), eq(inboundRequests.isSample, true)),
    orderBy: [asc(inboundRequests.id)],
    limit: ENDPOINT_LIMITS.samples,
  });
  const bodies = await readBodies(
    ctx.db.store,
    row.workspaceId,
    samples.map(({ id }) => id),
  );
  const kept = new Map(bodies.map((body) => [body.requestId, body]));
  const contexts = samples.map((sample) =>
    contextOf(payloadOf(sample, kept.get(sample.id)), {
      endpoint: row,
      workspace: { id: row.workspaceId, name: '' },
      config,
      now: ctx.now(),
    }),
  );
  return missingIn(config.mapping, contexts);
}

/** A request that came, as a mapping reads it. */
export function payloadOf(row: RequestRow, kept: KeptBody | undefined): InboundPayload {
  const { method, headers, query, files } = row;
  return { method, headers, query, files, body: shownBody(kept, row.contentType, Infinity).body };
}
