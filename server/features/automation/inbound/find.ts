import { inArray, type SQL } from 'drizzle-orm';

import type { EndpointRow } from '../../../automation/inbound/call';
import type { WorkspaceContext } from '../../../context';
import { inboundEndpoints } from '../../../db/schema';
import type { ScopedDb } from '../../../db/scoped';
import { ApiError, fieldError } from '../../../errors';

type Caller = Pick<WorkspaceContext, 'actor'>;

/** The endpoints that a key is narrowed to; undefined for all. */
export const narrowedEndpoints = ({ actor }: Caller): readonly string[] | undefined =>
  actor.type === 'key' ? actor.resources.inbound_endpoints : undefined;

/** The WhatsApp instances that the caller reaches; null for all. */
export const reachOf = ({ actor }: Caller): string[] | null =>
  actor.type === 'key' ? (actor.resources.whatsapp_instances ?? null) : null;

/** Leaves out what a narrowed key does not see. */
export function seenBy(ctx: Caller, column: typeof inboundEndpoints.id): SQL | undefined {
  const ids = narrowedEndpoints(ctx);
  return ids === undefined ? undefined : inArray(column, [...ids]);
}

/** A living endpoint that the caller may see. Throws 404, the same for one that is not there and one that is not seen. */
export async function requireInboundEndpoint(
  ctx: Caller,
  db: ScopedDb,
  id: string,
  options: { lock?: boolean } = {},
): Promise<EndpointRow> {
  const row = await db.require(inboundEndpoints, id, { lock: options.lock ?? false });
  const isSeen = narrowedEndpoints(ctx)?.includes(id) ?? true;
  if (row.deletedAt !== null || !isSeen) throw new ApiError('not_found');
  return row;
}

/** As `requireInboundEndpoint`, of one that a body names. Throws 422. */
export async function relateInboundEndpoint(
  ctx: Caller,
  db: ScopedDb,
  id: string,
  pointer: string,
): Promise<EndpointRow> {
  try {
    return await requireInboundEndpoint(ctx, db, id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    throw fieldError('related_not_found', pointer, 'related_not_found', 'No such endpoint in this workspace.');
  }
}
