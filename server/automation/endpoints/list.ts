import { and, inArray, isNull } from 'drizzle-orm';

import type { InboundEndpoint, InboundEndpointVersion } from '../../../shared/automation/endpoint';
import type {
  InboundEndpointId,
  ListEndpointVersions,
  ListInboundEndpoints,
} from '../../../shared/automation/endpoint-inputs';
import type { InboundPresets } from '../../../shared/automation/preset';
import type { Page } from '../../../shared/page';
import { contains, given } from '../../db/match';
import { readNumberCursor, decodeCursor, sealOf, writeCursor } from '../../paging';
import type { AutomationCall } from '../context';
import { PRESET_CONFIGS } from '../inbound/presets/presets';
import { listVersions } from '../queries/inbound';
import { inboundEndpoints } from '../schema/inbound';
import { requireInboundEndpoint, seesEndpoint } from './find';
import { presentConfig, presentEndpoints } from './present';
import { showEndpoint } from './show';

/** A workspace has few endpoints, so the preset is filtered in memory. */
export async function listEndpoints(ctx: AutomationCall, input: ListInboundEndpoints): Promise<Page<InboundEndpoint>> {
  const { limit, cursor, ...filters } = input;
  const seal = sealOf(ctx.workspaceId, 'desc', filters);
  const after = cursor === undefined ? undefined : decodeCursor(cursor, seal);
  const rows = await ctx.db.select(inboundEndpoints, {
    where: and(
      isNull(inboundEndpoints.deletedAt),
      given(filters.status, (statuses) => inArray(inboundEndpoints.status, statuses)),
      given(filters.q, (part) => contains(inboundEndpoints.name, part)),
    ),
  });
  const versions = rows
    .filter((row) => seesEndpoint(ctx, row) && (filters.preset ?? row.config.preset) === row.config.preset)
    .filter(({ id }) => (after ?? '~') > id)
    .toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const page = versions.slice(0, limit);
  const last = versions.length > limit ? page.at(-1) : undefined;
  return {
    data: await presentEndpoints(ctx, page),
    has_more: last !== undefined,
    next_cursor: last ? writeCursor(last.id, seal) : null,
  };
}

export const getEndpoint = async (
  ctx: AutomationCall,
  { endpoint_id: id }: InboundEndpointId,
): Promise<InboundEndpoint> => showEndpoint(ctx, await requireInboundEndpoint(ctx, ctx.db, id));

export const listPresets = (): InboundPresets => ({ data: [...PRESET_CONFIGS] });

export async function listEndpointVersions(
  ctx: AutomationCall,
  { endpoint_id: id, limit, cursor }: ListEndpointVersions,
): Promise<Page<InboundEndpointVersion>> {
  await requireInboundEndpoint(ctx, ctx.db, id);
  const seal = sealOf(ctx.workspaceId, 'versions', { id });
  const below = cursor === undefined ? 2_147_483_647 : readNumberCursor(cursor, seal);
  const rows = await listVersions(
    ctx.db.store,
    { workspaceId: ctx.workspaceId, endpointId: id },
    { below, limit: limit + 1 },
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map(({ version, config, changed, createdBy, createdAt }) => ({
      version,
      changed,
      config: presentConfig(config),
      created_by: createdBy,
      created_at: createdAt.toISOString(),
    })),
    has_more: last !== undefined,
    next_cursor: last ? writeCursor(String(last.version), seal) : null,
  };
}
