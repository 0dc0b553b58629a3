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
    endpoints: config.endpoints ?? defaultEndpoints(config.type),
  };
  return TYPES[config.type](identity, config);
}
