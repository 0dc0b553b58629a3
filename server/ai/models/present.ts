import type { Model, ModelStatus, ProviderStatus } from '../../../shared/ai/models';
import type { ModelPricing } from '../../../shared/ai/pricing';
import type { AiProvider, UpstreamModel } from '../providers/provider';
import { nativeEndpoints, servedEndpoints } from './served-endpoints';

type Configured = AiProvider['models'][number];

const pricingOf = (pricing: NonNullable<Configured['pricing']>): ModelPricing => ({
  ...pricing,
  input_cache_read: pricing.input_cache_read ?? null,
  input_cache_write: pricing.input_cache_write ?? null,
  audio_minute: pricing.audio_minute ?? null,
});

const STATUS_OF_MODELS: Record<ProviderStatus, ModelStatus> = {
  up: 'available',
  static: 'available',
  stale: 'degraded',
  down: 'unavailable',
};

/** The operator’s values take precedence over the provider’s. */
export function presentModel(
  provider: AiProvider,
  upstream: UpstreamModel,
  configured: Configured | undefined,
  { created, providerStatus }: { created: number; providerStatus: ProviderStatus },
): Model {
  const id = `${provider.slug}/${upstream.id}`;
  const contextLength = configured?.context_length ?? upstream.contextLength;
  const maxOutputTokens = configured?.max_output_tokens ?? upstream.maxOutputTokens;
  const inputs = configured?.input_modalities ?? upstream.inputModalities ?? ['text'];
  const outputs = configured?.output_modalities ?? upstream.outputModalities ?? ['text'];
  const uses = configured?.uses ?? upstream.uses ?? null;

  return {
    id,
    object: 'model',
    created,
    owned_by: upstream.ownedBy ?? provider.slug,
    name: configured?.name ?? upstream.name ?? upstream.id,
    description: upstream.description,
    canonical_slug: id,
    aliases: [],
    context_length: contextLength,
    max_output_tokens: maxOutputTokens,
    architecture: {
      modality: `${inputs.join('+')}->${outputs.join('+')}`,
      input_modalities: inputs,
      output_modalities: outputs,
      tokenizer: upstream.tokenizer,
      instruct_type: upstream.instructType,
    },
    supported_parameters: configured?.supported_parameters ?? upstream.supportedParameters,
    supported_endpoints: servedEndpoints(nativeEndpoints(provider, upstream), { id: upstream.id, uses, outputs }),
    pricing: configured?.pricing ? pricingOf(configured.pricing) : upstream.pricing,
    top_provider: {
      context_length: contextLength,
      max_completion_tokens: maxOutputTokens,
      is_moderated: upstream.isModerated ?? false,
    },
    per_request_limits: null,
    provider: {
      slug: provider.slug,
      name: provider.name,
      type: provider.type,
      status: providerStatus,
      location: provider.location,
    },
    uses,
    status: STATUS_OF_MODELS[providerStatus],
    shutdown_at: null,
  };
}
