import type { EndpointStats, InboundEndpoint, InboundEndpointWithSecret } from '../../../shared/automation/endpoint';
import type { EndpointConfig } from '../../../shared/automation/endpoint-config';
import { ON_MISSING_DEFAULT } from '../../../shared/automation/on-missing';
import { HOUR_MS } from '../../../shared/durations';
import { ago } from '../../schedule';
import { tagged } from '../../whatsapp';
import type { AutomationCall } from '../context';
import { liveOf } from '../inbound/authenticate/secrets';
import type { EndpointRow } from '../inbound/call';
import { readHours, readLastHours } from '../queries/inbound';
import type { Fresh } from './credentials';

const HOURS = 24;

const NONE: EndpointStats = { accepted_24h: 0, rejected_24h: 0, last_request_at: null, last_status: null };

export const endpointTarget = ({ id, name }: Pick<EndpointRow, 'id' | 'name'>) => ({
  type: 'inbound_endpoint',
  id,
  label: name,
});

type Caller = Pick<AutomationCall, 'config' | 'now' | 'store' | 'workspaceId'>;

export async function presentEndpoints(ctx: Caller, rows: readonly EndpointRow[]): Promise<InboundEndpoint[]> {
  const stats = await statsOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentEndpoint(ctx, row, stats.get(row.id)));
}

/** Without token and secret. Events contain no counts. */
export function presentEndpoint(
  { config, now }: Pick<Caller, 'config' | 'now'>,
  row: EndpointRow,
  stats: EndpointStats = NONE,
): InboundEndpoint {
  const at = now();
  const tokens = liveOf(row.tokens, at).map(({ masked_token, created_at, expires_at }) => ({
    masked_token,
    created_at,
    expires_at,
  }));
  const secrets = liveOf(row.secrets, at);
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    description: row.description,
    status: row.status,
    ...presentConfig(row.config),
    url: urlOf(config.baseUrl, row.id),
    masked_token: tokens[0]?.masked_token ?? null,
    masked_secret: secrets[0]?.masked_secret ?? null,
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

const urlOf = (baseUrl: string, id: string): string => `${baseUrl}/api/v1/inbound/${id}`;

async function statsOf(
  { store, now, workspaceId }: Caller,
  endpointIds: readonly string[],
): Promise<Map<string, EndpointStats>> {
  const stats = new Map<string, EndpointStats>();
  const of = { workspaceId, endpointIds };
  for (const { endpointId, lastAt, lastStatus } of await readLastHours(store, of)) {
    stats.set(endpointId, { ...NONE, last_request_at: lastAt.toISOString(), last_status: lastStatus });
  }
  for (const row of await readHours(store, of, ago(now, HOURS * HOUR_MS))) {
    const known = stats.get(row.endpointId) ?? NONE;
    stats.set(row.endpointId, {
      ...known,
      accepted_24h: known.accepted_24h + row.accepted,
      rejected_24h: known.rejected_24h + row.rejected,
    });
  }
  return stats;
}

export async function showEndpoint(ctx: AutomationCall, row: EndpointRow): Promise<InboundEndpoint> {
  const [endpoint] = await presentEndpoints(ctx, [row]);
  return tagged(ctx, row.version, endpoint ?? presentEndpoint(ctx, row));
}

export function showFresh(ctx: AutomationCall, row: EndpointRow, fresh: Fresh): InboundEndpointWithSecret {
  const endpoint = tagged(ctx, row.version, presentEndpoint(ctx, row));
  const url = fresh.token === null ? null : `${urlOf(ctx.config.baseUrl, row.id)}/${fresh.token}`;
  return { ...endpoint, token: fresh.token, url_with_token: url, secret: fresh.secret };
}
