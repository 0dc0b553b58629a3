import type { Model, ModelStatus, ProviderStatus } from '../../../shared/ai/models';
import type { AiProvider, UpstreamModel } from '../providers/provider';

type Configured = AiProvider['models'][number];

const CHAT_ENDPOINT = '/api/v1/chat/completions';
const WITHOUT_CHAT = new Set(['transcribe', 'embed']);

interface Circumstances {
  created: number;
  providerStatus: ProviderStatus;
  status: ModelStatus;
  chat: boolean;
}

/** The operator’s values take precedence over the provider’s. */
export function presentModel(
  provider: AiProvider,
  upstream: UpstreamModel,
  own: Configured | undefined,
  now: Circumstances,
): Model {
  const id = `${provider.slug}/${upstream.id}`;
  const contextLength = own?.context_length ?? upstream.contextLength;
  const maxOutputTokens = own?.max_output_tokens ?? upstream.maxOutputTokens;
  const inputs = own?.input_modalities ?? upstream.inputModalities ?? ['text'];
  const outputs = own?.output_modalities ?? upstream.outputModalities ?? ['text'];
  const uses = own?.uses ?? null;
  const chats = now.chat && outputs.includes('text') && !isOnly(uses, WITHOUT_CHAT);

  return {
    id,
    object: 'model',
    created: now.created,
    owned_by: upstream.ownedBy ?? provider.slug,
    name: own?.name ?? upstream.name ?? upstream.id,
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
    supported_parameters: own?.supported_parameters ?? upstream.supportedParameters,
    supported_endpoints: chats ? [CHAT_ENDPOINT] : [],
    pricing: own?.pricing ?? upstream.pricing,
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
      status: now.providerStatus,
      location: provider.location,
    },
    uses,
    status: now.status,
    shutdown_at: null,
  };
}

const isOnly = (uses: readonly string[] | null, group: ReadonlySet<string>): boolean =>
  uses !== null && uses.length > 0 && uses.every((use) => group.has(use));
