import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { AutomationCall } from '../context';
import type { EndpointRow } from '../inbound/call';
import { inboundEndpoints } from '../schema/inbound';

type Caller = Pick<AutomationCall, 'actor'>;

export const narrowedEndpoints = ({ actor }: Caller): readonly string[] | undefined =>
  actor.type === 'key' ? actor.resources.inbound_endpoints : undefined;

export const grantedEndpoints = ({ actor }: Caller): string[] | null =>
  actor.type === 'key' ? (actor.resources.whatsapp_instances ?? null) : null;

export const endpointDomains = ({ actor }: Caller): string[] | null =>
  actor.type === 'key' ? (actor.resources.link_domains ?? null) : null;

type SeenColumns = Pick<EndpointRow, 'id' | 'allowedInstances' | 'allowedDomains' | 'config'>;

/** The token publishes wherever the endpoint does, so narrowed keys see only endpoints that are as narrow. */
export function canSeeEndpoint(ctx: Caller, { id, allowedInstances, allowedDomains, config }: SeenColumns): boolean {
  return (
    isWithin(allowedInstances, grantedEndpoints(ctx)) &&
    (config.short_links === 'off' || isWithin(allowedDomains, endpointDomains(ctx))) &&
    (narrowedEndpoints(ctx)?.includes(id) ?? true)
  );
}

const isWithin = (own: readonly string[] | null, access: readonly string[] | null): boolean =>
  access === null || (own?.every((id) => access.includes(id)) ?? false);

/** Ids of the endpoints that the caller can see, deleted ones included; undefined for all. */
export async function visibleEndpoints(ctx: Caller, db: ScopedDb): Promise<string[] | undefined> {
  if (narrowedEndpoints(ctx) === undefined && grantedEndpoints(ctx) === null && endpointDomains(ctx) === null)
    return undefined;
  return (await db.select(inboundEndpoints)).filter((row) => canSeeEndpoint(ctx, row)).map(({ id }) => id);
}

/** Throws the same 404 for a missing endpoint and for one that the caller cannot see. */
export async function requireInboundEndpoint(
  ctx: Caller,
  db: ScopedDb,
  id: string,
  options: { lock?: boolean } = {},
): Promise<EndpointRow> {
  const row = await db.require(inboundEndpoints, id, { lock: options.lock ?? false });
  if (row.deletedAt !== null || !canSeeEndpoint(ctx, row)) throw new ApiError('not_found');
  return row;
}
