import { and, asc, eq } from 'drizzle-orm';

import type { EndpointWarning } from '../../../shared/automation/endpoint';
import { ENDPOINT_LIMITS, type EndpointConfig } from '../../../shared/automation/endpoint-config';
import type { AutomationCall } from '../context';
import type { EndpointRow } from '../inbound/call';
import { missingIn } from '../inbound/map/sample-warnings';
import { contextOf, type ParsedRequest } from '../inbound/map/template-context';
import { type StoredBody, previewStored } from '../inbound/parse/stored-body';
import { readInboundBodies } from '../queries/inbound';
import { inboundRequests } from '../schema/inbound';

type RequestRow = typeof inboundRequests.$inferSelect;

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
  const bodies = await readInboundBodies(
    ctx.db.store,
    row.workspaceId,
    samples.map(({ id }) => id),
  );
  const stored = new Map(bodies.map((body) => [body.requestId, body]));
  const contexts = samples.map((sample) =>
    contextOf(inboundPayload(sample, stored.get(sample.id)), {
      endpoint: row,
      workspace: { id: row.workspaceId, name: '' },
      config,
      now: ctx.now(),
    }),
  );
  return missingIn(config.mapping, contexts);
}

export function inboundPayload(row: RequestRow, stored: StoredBody | undefined): ParsedRequest {
  const { method, headers, query, files } = row;
  return { method, headers, query, files, body: previewStored(stored, row.contentType, Infinity).body };
}
