import { AI_ENDPOINTS, type AiEndpoint } from '../../../shared/ai/endpoints';
import type { AiProvider, UpstreamModel } from '../providers/provider';

interface ModelTraits {
  id: string;
  /** Set by the operator. */
  uses: readonly string[] | null;
  outputs: readonly string[];
}

interface ServedRoute {
  by: readonly AiEndpoint[];
  suits: (model: ModelTraits) => boolean;
}

const WITHOUT_TEXT = new Set(['transcribe', 'embed']);
/** Most lists of models reveal the kind only by the name. */
const EMBEDS = /embed/i;
const TRANSCRIBES = /whisper|transcri/i;

const embeds = ({ id, uses, outputs }: ModelTraits): boolean =>
  uses?.includes('embed') ?? (outputs.some((output) => EMBEDS.test(output)) || EMBEDS.test(id));

const transcribes = ({ id, uses }: ModelTraits): boolean => uses?.includes('transcribe') ?? TRANSCRIBES.test(id);

function generatesText(model: ModelTraits): boolean {
  if (!model.outputs.includes('text')) return false;
  const { uses } = model;
  if (uses !== null && uses.length > 0) return !uses.every((use) => WITHOUT_TEXT.has(use));
  return !embeds(model) && !transcribes(model);
}

const SERVED: Record<AiEndpoint, ServedRoute> = {
  chat_completions: { by: ['chat_completions', 'messages'], suits: generatesText },
  responses: { by: ['responses', 'chat_completions', 'messages'], suits: generatesText },
  messages: { by: ['messages', 'chat_completions'], suits: generatesText },
  messages_count_tokens: { by: ['messages_count_tokens', 'messages', 'chat_completions'], suits: generatesText },
  embeddings: { by: ['embeddings'], suits: embeds },
  audio_transcriptions: { by: ['audio_transcriptions'], suits: transcribes },
};

interface NativeEndpoints {
  /** Endpoints of the model at its provider. */
  endpoints: readonly AiEndpoint[];
  /** The list of the provider names them, so nothing is to be guessed. */
  areListed: boolean;
}

export function nativeEndpoints(
  provider: Pick<AiProvider, 'endpoints' | 'hasChosenEndpoints'>,
  upstream: Pick<UpstreamModel, 'endpoints'>,
): NativeEndpoints {
  const listed = provider.hasChosenEndpoints ? null : upstream.endpoints;
  return { endpoints: listed ?? provider.endpoints, areListed: listed != null };
}

/** Paths of the operations that accept a model. */
export function servedEndpoints({ endpoints, areListed }: NativeEndpoints, model: ModelTraits): string[] {
  const isKnown = areListed && model.uses === null;
  return (Object.keys(SERVED) as AiEndpoint[])
    .filter((name) => {
      const { by, suits } = SERVED[name];
      return by.some((one) => endpoints.includes(one)) && (isKnown || suits(model));
    })
    .map((name) => `/api/v1${AI_ENDPOINTS[name]}`);
}
