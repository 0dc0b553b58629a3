import type { EndpointAuth } from '../../../shared/automation/endpoint-auth';
import { CONFIG_DEFAULTS, type EndpointConfig, type EndpointStatus } from '../../../shared/automation/endpoint-config';
import type { CreateInboundEndpoint, UpdateInboundEndpoint } from '../../../shared/automation/endpoint-inputs';
import type { ScopedDb } from '../../db/scoped';
import { creatorOf } from '../../webhooks';
import type { AutomationCall } from '../context';
import type { EndpointRow } from '../inbound/call';
import { presetOf } from '../inbound/presets/presets';
import { insertVersion } from '../queries/inbound';

type ConfigInput = Omit<CreateInboundEndpoint, 'name'> | Omit<UpdateInboundEndpoint, 'endpoint_id'>;

function changedConfig({ description: _d, status: _s, secret: _x, ...config }: ConfigInput): Partial<EndpointConfig> {
  const { name: _n, endpoint_id: _e, ...fields } = config as Record<string, unknown>;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The input overrides the preset, which overrides the defaults. */
export function newConfig(input: CreateInboundEndpoint): EndpointConfig {
  const preset = presetOf(input.preset ?? 'custom');
  const auth = input.auth ?? preset.auth;
  return {
    ...CONFIG_DEFAULTS,
    methods: [...CONFIG_DEFAULTS.methods],
    targets: [],
    allowed_headers: [],
    preset: preset.preset,
    auth,
    dedupe: { key: dedupeKeyFor(auth, preset.dedupe_key), window_seconds: 86_400, content_window_seconds: 0 },
    ...changedConfig(input),
  };
}

/** A new preset replaces settings that the input does not contain. */
export function changedEndpointConfig(before: EndpointConfig, input: UpdateInboundEndpoint): EndpointConfig {
  const given = changedConfig(input);
  if (given.preset === undefined || given.preset === before.preset) return { ...before, ...given };
  const preset = presetOf(given.preset);
  const auth = given.auth ?? preset.auth;
  return { ...before, auth, dedupe: { ...before.dedupe, key: dedupeKeyFor(auth, preset.dedupe_key) }, ...given };
}

const dedupeKeyFor = (auth: EndpointAuth, key: string | null): string | null =>
  auth.mode === 'signature' && auth.scheme === 'generic_hmac' && auth.id_header !== undefined
    ? `{{ headers["${auth.id_header}"] }}`
    : key;

export const isComplete = ({ mapping, mode }: EndpointConfig): boolean => mapping !== null || mode === 'record';

export const usualStatus = (config: EndpointConfig): EndpointStatus =>
  isComplete(config) ? 'active' : 'collecting_samples';

export const changedFields = (before: EndpointConfig, after: EndpointConfig): string[] =>
  Object.keys(after).filter(
    (name) => !Bun.deepEquals(before[name as keyof EndpointConfig], after[name as keyof EndpointConfig]),
  );

export const saveEndpointVersion = (
  ctx: AutomationCall,
  tx: ScopedDb,
  row: EndpointRow,
  changed: readonly string[],
): Promise<void> =>
  insertVersion(tx.store, {
    workspaceId: tx.workspaceId,
    endpointId: row.id,
    version: row.version,
    config: row.config,
    changed: [...changed],
    createdBy: creatorOf(ctx.actor),
    createdAt: row.updatedAt,
  });
