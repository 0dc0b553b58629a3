import type { EndpointStats, InboundEndpoint } from '../../../shared/automation/endpoint';
import type { EndpointConfig } from '../../../shared/automation/endpoint-config';
import { ON_MISSING_DEFAULT } from '../../../shared/automation/on-missing';
import type { AutomationCall } from '../context';
import type { EndpointRow } from '../inbound/call';
import { liveOf } from '../inbound/secrets';
import { readHours, readLastHours } from '../queries/inbound';

const HOUR_MS = 3_600_000;
const HOURS = 24;

const NONE: EndpointStats = { accepted_24h: 0, rejected_24h: 0, last_request_at: null, last_status: null };

export const endpointTarget = ({ id, name }: Pick<EndpointRow, 'id' | 'name'>) => ({
  type: 'inbound_endpoint',
  id,
  label: name,
});

type Caller = Pick<AutomationCall, 'config' | 'now' | 'store' | 'workspaceId'>;

/** Endpoints with how they are used. */
export async function presentEndpoints(ctx: Caller, rows: readonly EndpointRow[]): Promise<InboundEndpoint[]> {
  const stats = await statsOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentEndpoint(ctx, row, stats.get(row.id)));
}

/** As callers see it: no token, no secret. In events nothing is counted. */
export function presentEndpoint(
  { config, now }: Pick<Caller, 'config' | 'now'>,
  row: EndpointRow,
  stats: EndpointStats = NONE,
): InboundEndpoint {
  const at = now();
  const tokens = liveOf(row.tokens, at).map(({ hint, created_at, expires_at }) => ({ hint, created_at, expires_at }));
  const secrets = liveOf(row.secrets, at);
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    description: row.description,
    status: row.status,
    ...presentConfig(row.config),
    url: urlOf(config.baseUrl, row.id),
    token_hint: tokens[0]?.hint ?? null,
    secret_hint: secrets[0]?.hint ?? null,
    tokens,
    secrets,
    stats,
    samples: row.samples,
    warnings: row.warnings,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    version: row.version,
  };
}

export const presentConfig = (config: EndpointConfig) => ({
  ...config,
  on_missing: config.on_missing ?? ON_MISSING_DEFAULT,
});

export const urlOf = (baseUrl: string, id: string): string => `${baseUrl}/api/v1/inbound/${id}`;

async function statsOf(
  { store, now, workspaceId }: Caller,
  endpointIds: readonly string[],
): Promise<Map<string, EndpointStats>> {
  const stats = new Map<string, EndpointStats>();
  const of = { workspaceId, endpointIds };
  for (const { endpointId, lastAt, lastStatus } of await readLastHours(store, of)) {
    stats.set(endpointId, { ...NONE, last_request_at: lastAt.toISOString(), last_status: lastStatus });
  }
  for (const row of await readHours(store, of, new Date(now().getTime() - HOURS * HOUR_MS))) {
    const known = stats.get(row.endpointId) ?? NONE;
    stats.set(row.endpointId, {
      ...known,
      accepted_24h: known.accepted_24h + row.accepted,
      rejected_24h: known.rejected_24h + row.rejected,
    });
  }
  return stats;
}
