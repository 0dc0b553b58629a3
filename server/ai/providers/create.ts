import { defaultEndpoints, type ProviderType } from '../../../shared/ai/providers';
import { anthropicProvider } from './anthropic';
import { locationOf } from './location';
import { openAiCompatibleProvider } from './openai-compatible';
import type { AiProvider, ProviderIdentity } from './provider';
import type { ResolvedProviderConfig } from './provider-config';
import { sandboxProvider } from './sandbox';

const TYPES: Record<ProviderType, (identity: ProviderIdentity, config: ResolvedProviderConfig) => AiProvider> = {
  openai_compatible: openAiCompatibleProvider,
  anthropic: anthropicProvider,
  sandbox: (identity) => sandboxProvider(identity),
};

interface CreateOptions {
  sandbox: boolean;
  /** Requests go through a proxy, so that this process connects to no provider. */
  isProxied: boolean;
}

export function createProviders(
  configs: readonly ResolvedProviderConfig[],
  { sandbox, isProxied }: CreateOptions,
): AiProvider[] {
  const made = configs.filter((config) => config.enabled).map(createProvider);
  const configured = isProxied ? made.map((one) => ({ ...one, acceptsConnections: undefined })) : made;
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
    endpoints: config.endpoints ?? defaultEndpoints(config.type),
    hasChosenEndpoints: config.endpoints !== undefined,
  };
  return TYPES[config.type](identity, config);
}
