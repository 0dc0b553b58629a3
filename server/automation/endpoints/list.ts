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
import { openPage, pageInMemory } from '../../paging';
import type { AutomationCall } from '../context';
import { PRESET_CONFIGS } from '../inbound/presets/presets';
import { listVersions } from '../queries/inbound';
import { inboundEndpoints } from '../schema/inbound';
import { requireInboundEndpoint, canSeeEndpoint } from './find';
import { presentConfig, presentEndpoints, showEndpoint } from './present';

/** A workspace has few endpoints, so the preset is filtered in memory. */
export async function listEndpoints(ctx: AutomationCall, input: ListInboundEndpoints): Promise<Page<InboundEndpoint>> {
  const page = openPage(ctx.workspaceId, 'endpoints', input);
  const rows = await ctx.db.select(inboundEndpoints, {
    where: and(
      isNull(inboundEndpoints.deletedAt),
      given(input.status, (statuses) => inArray(inboundEndpoints.status, statuses)),
      given(input.q, (part) => contains(inboundEndpoints.name, part)),
    ),
  });
  const endpoints = rows.filter(
    (row) => canSeeEndpoint(ctx, row) && (input.preset ?? row.config.preset) === row.config.preset,
  );
  return pageInMemory(page, endpoints, 'desc', 'id', (shown) => presentEndpoints(ctx, shown));
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
  const page = openPage(ctx.workspaceId, 'versions', { limit, cursor, id });
  const rows = await listVersions(
    ctx.db.store,
    { workspaceId: ctx.workspaceId, endpointId: id },
    { below: page.afterNumber() ?? 2_147_483_647, limit: page.maxRows },
  );
  return page.answer(rows, 'version', (versions) =>
    versions.map(({ version, config, changed, createdBy, createdAt }) => ({
      version,
      changed,
      config: presentConfig(config),
      created_by: createdBy,
      created_at: createdAt.toISOString(),
    })),
  );
}
