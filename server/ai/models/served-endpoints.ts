import { AI_ENDPOINTS, type AiEndpoint } from '../../../shared/ai/endpoints';

/** What is known of a model. */
interface ModelTraits {
  id: string;
  /** What the operator set; null if nothing. */
  uses: readonly string[] | null;
  outputs: readonly string[];
}

interface ServedRoute {
  /** Endpoints of a provider that serve it. */
  by: readonly AiEndpoint[];
  suits: (model: ModelTraits) => boolean;
}

const WITHOUT_TEXT = new Set(['transcribe', 'embed']);
/** Most lists of models say nothing of their kind but the name. */
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

/** Routes of the gateway, and which models they are listed for. */
const SERVED: Record<AiEndpoint, ServedRoute> = {
  chat_completions: { by: ['chat_completions', 'messages'], suits: generatesText },
  responses: { by: ['responses', 'chat_completions', 'messages'], suits: generatesText },
  messages: { by: ['messages', 'chat_completions'], suits: generatesText },
  messages_count_tokens: { by: ['messages_count_tokens', 'messages', 'chat_completions'], suits: generatesText },
  embeddings: { by: ['embeddings'], suits: embeds },
  audio_transcriptions: { by: ['audio_transcriptions'], suits: transcribes },
};

/** Paths of the operations that accept a model. */
export function servedEndpoints(offered: readonly AiEndpoint[], model: ModelTraits): string[] {
  return (Object.keys(SERVED) as AiEndpoint[])
    .filter((name) => {
      const route = SERVED[name];
      return route.by.some((one) => offered.includes(one)) && route.suits(model);
    })
    .map((name) => `/api/v1${AI_ENDPOINTS[name]}`);
}
