import { locationOf } from './location';
import { discover, type OpenAiEndpoint } from './openai-compatible';
import type { AiProvider } from './provider';
import type { ResolvedProviderConfig } from './provider-config';
import { sandboxProvider } from './sandbox';

/** The providers of a configuration that are switched on, and the built-in one if `sandbox`. */
export function createProviders(configs: readonly ResolvedProviderConfig[], sandbox: boolean): AiProvider[] {
  const configured = configs.filter((config) => config.enabled).map(createProvider);
  return sandbox ? [...configured, sandboxProvider()] : configured;
}

export function createProvider(config: ResolvedProviderConfig): AiProvider {
  const identity = {
    slug: config.slug,
    name: config.name ?? config.slug,
    location: config.location ?? (config.base_url === undefined ? 'local' : locationOf(config.base_url)),
    workspaces: config.workspaces,
    include: config.include,
    exclude: config.exclude,
    models: config.models,
    maxConcurrency: config.max_concurrency,
  };
  if (config.type === 'sandbox' || config.base_url === undefined) return sandboxProvider(identity);

  const endpoint: OpenAiEndpoint = {
    slug: config.slug,
    baseUrl: config.base_url,
    headers: headersOf(config),
    timeoutMs: config.timeout_ms,
  };
  return {
    ...identity,
    type: config.type,
    discovery: config.discover ? 'live' : 'static',
    discover: (options) => discover(endpoint, options),
  };
}

/** The operator’s own headers win, for providers that want the key elsewhere. Names in small letters, so one wins. */
function headersOf(config: ResolvedProviderConfig): Record<string, string> {
  const own = Object.entries(config.headers).map(([name, value]) => [name.toLowerCase(), value]);
  const key = config.api_key === undefined ? {} : { authorization: `Bearer ${config.api_key}` };
  return { ...key, ...(Object.fromEntries(own) as Record<string, string>) };
}
