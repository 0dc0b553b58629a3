import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { AutomationCall } from '../context';
import type { EndpointRow } from '../inbound/call';
import { inboundEndpoints } from '../schema/inbound';

type Caller = Pick<AutomationCall, 'actor'>;

/** The endpoints that a key is narrowed to; undefined for all. */
export const narrowedEndpoints = ({ actor }: Caller): readonly string[] | undefined =>
  actor.type === 'key' ? actor.resources.inbound_endpoints : undefined;

/** The WhatsApp instances that the caller reaches; null for all. */
export const reachOf = ({ actor }: Caller): string[] | null =>
  actor.type === 'key' ? (actor.resources.whatsapp_instances ?? null) : null;

/** The domains on which the caller makes short links; null for all. */
export const domainsOf = ({ actor }: Caller): string[] | null =>
  actor.type === 'key' ? (actor.resources.link_domains ?? null) : null;

type SeenColumns = Pick<EndpointRow, 'id' | 'allowedInstances' | 'allowedDomains' | 'config'>;

/**
 * Whether the caller may see an endpoint. Whoever has its token publishes wherever it does, so a key that is narrowed to
 * instances, or to domains of short links, sees those that are as narrow.
 */
export function seesEndpoint(ctx: Caller, { id, allowedInstances, allowedDomains, config }: SeenColumns): boolean {
  return (
    isWithin(allowedInstances, reachOf(ctx)) &&
    (config.short_links === 'off' || isWithin(allowedDomains, domainsOf(ctx))) &&
    (narrowedEndpoints(ctx)?.includes(id) ?? true)
  );
}

const isWithin = (own: readonly string[] | null, reach: readonly string[] | null): boolean =>
  reach === null || (own?.every((id) => reach.includes(id)) ?? false);

/** Ids of the endpoints that the caller sees, those that were deleted among them; undefined for all. */
export async function seenEndpoints(ctx: Caller, db: ScopedDb): Promise<string[] | undefined> {
  if (narrowedEndpoints(ctx) === undefined && reachOf(ctx) === null && domainsOf(ctx) === null) return undefined;
  return (await db.select(inboundEndpoints)).filter((row) => seesEndpoint(ctx, row)).map(({ id }) => id);
}

/** A living endpoint that the caller may see. Throws 404, the same for one that is not there and one that is not seen. */
export async function requireInboundEndpoint(
  ctx: Caller,
  db: ScopedDb,
  id: string,
  options: { lock?: boolean } = {},
): Promise<EndpointRow> {
  const row = await db.require(inboundEndpoints, id, { lock: options.lock ?? false });
  if (row.deletedAt !== null || !seesEndpoint(ctx, row)) throw new ApiError('not_found');
  return row;
}
