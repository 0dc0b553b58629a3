import { and, gte, inArray, lt, type SQL } from 'drizzle-orm';

import type { InboundRequest, InboundRequestSummary } from '../../../shared/automation/inbound-request';
import type {
  InboundRequestId,
  ListInboundRequests,
  ReplayInboundRequests,
} from '../../../shared/automation/inbound-request-inputs';
import type { Page } from '../../../shared/page';
import { given } from '../../db/match';
import { ApiError } from '../../errors';
import { pageOfRows } from '../../paging';
import type { AutomationCall } from '../context';
import { type InboundRequestRow, presentRequest, presentSummary, statusesOf } from '../inbound/present';
import { readInboundBody } from '../queries/inbound';
import { inboundRequests } from '../schema/inbound';
import { visibleEndpoints } from './find';

type Filters = Pick<
  ListInboundRequests & ReplayInboundRequests,
  'created_after' | 'created_before' | 'endpoint_id' | 'reason' | 'status'
>;

export async function chosenBy(ctx: AutomationCall, filters: Filters): Promise<SQL | undefined> {
  const { endpointId, status, reason, createdAt } = inboundRequests;
  return and(
    given(await visibleEndpoints(ctx, ctx.db), (ids) => inArray(endpointId, ids)),
    given(filters.endpoint_id, (id) => inArray(endpointId, [id])),
    given(filters.status, (statuses) => inArray(status, statuses)),
    given(filters.reason, (reasons) => inArray(reason, reasons)),
    given(filters.created_after, (time) => gte(createdAt, new Date(time))),
    given(filters.created_before, (time) => lt(createdAt, new Date(time))),
  );
}

export async function listInboundRequests(
  ctx: AutomationCall,
  { limit, cursor, ...filters }: ListInboundRequests,
): Promise<Page<InboundRequestSummary>> {
  const where = await chosenBy(ctx, filters);
  return pageOfRows(ctx.db, inboundRequests, { limit, cursor, where, filters }, async (rows) => {
    const statuses = await statusesOf(ctx.db, rows);
    return rows.map((row) => presentSummary(row, statuses));
  });
}

export async function getInboundRequest(
  ctx: AutomationCall,
  { request_id: id }: InboundRequestId,
): Promise<InboundRequest> {
  return showRequest(ctx, await requireRequest(ctx, id));
}

export async function showRequest(ctx: AutomationCall, row: InboundRequestRow): Promise<InboundRequest> {
  const stored = await readInboundBody(ctx.db.store, ctx.workspaceId, row.bodyOf ?? row.id);
  return presentRequest(row, stored, await statusesOf(ctx.db, [row]));
}

/** Throws the same 404 for a request of an endpoint that the caller cannot see. */
export async function requireRequest(ctx: AutomationCall, id: string): Promise<InboundRequestRow> {
  const row = await ctx.db.require(inboundRequests, id);
  if ((await visibleEndpoints(ctx, ctx.db))?.includes(row.endpointId) ?? true) return row;
  throw new ApiError('not_found');
}
