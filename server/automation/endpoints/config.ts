import type { EndpointAuth } from '../../../shared/automation/endpoint-auth';
import { CONFIG_DEFAULTS, type EndpointConfig, type EndpointStatus } from '../../../shared/automation/endpoint-config';
import type { CreateInboundEndpoint, UpdateInboundEndpoint } from '../../../shared/automation/endpoint-inputs';
import { presetOf } from '../inbound/presets';

type Given = Omit<CreateInboundEndpoint, 'name'> | Omit<UpdateInboundEndpoint, 'endpoint_id'>;

/** Fields of an input that belong to the configuration. */
function givenConfig({ description: _d, status: _s, secret: _x, ...config }: Given): Partial<EndpointConfig> {
  const { name: _n, endpoint_id: _e, ...fields } = config as Record<string, unknown>;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The configuration of a new endpoint: what was given, then the preset’s, then what holds everywhere. */
export function newConfig(input: CreateInboundEndpoint): EndpointConfig {
  const preset = presetOf(input.preset ?? 'custom');
  const auth = input.auth ?? preset.auth;
  return {
    ...CONFIG_DEFAULTS,
    methods: [...CONFIG_DEFAULTS.methods],
    targets: [],
    header_allow: [],
    preset: preset.preset,
    auth,
    dedupe: { key: dedupeKeyFor(auth, preset.dedupe_key), window_seconds: 86_400, content_window_seconds: 0 },
    ...givenConfig(input),
  };
}

/** The configuration after a change; another preset brings its own ways unless they are given too. */
export function changedConfig(before: EndpointConfig, input: UpdateInboundEndpoint): EndpointConfig {
  const given = givenConfig(input);
  if (given.preset === undefined || given.preset === before.preset) return { ...before, ...given };
  const preset = presetOf(given.preset);
  const auth = given.auth ?? preset.auth;
  return { ...before, auth, dedupe: { ...before.dedupe, key: dedupeKeyFor(auth, preset.dedupe_key) }, ...given };
}

const dedupeKeyFor = (auth: EndpointAuth, key: string | null): string | null =>
  auth.mode === 'signature' && auth.scheme === 'generic_hmac' && auth.id_header !== undefined
    ? `{{ headers["${auth.id_header}"] }}`
    : key;

/** Whether there is something to do with what comes. */
export const isComplete = ({ mapping, mode }: EndpointConfig): boolean => mapping !== null || mode === 'record';

/** The status of an endpoint that was given none. */
export const usualStatus = (config: EndpointConfig): EndpointStatus => (isComplete(config) ? 'active' : 'capture');

/** Names of the fields in which two configurations differ. */
export const changedFields = (before: EndpointConfig, after: EndpointConfig): string[] =>
  Object.keys(after).filter(
    (name) => !Bun.deepEquals(before[name as keyof EndpointConfig], after[name as keyof EndpointConfig]),
  );
