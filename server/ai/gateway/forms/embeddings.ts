import { promptTokensOf } from '../estimate';
import type { EndpointForm } from '../form';
import { objectIn } from './members';
import { openAiTokens, withCost } from './openai-usage';
import { withoutStreams, withPseudonyms } from './without-streams';

export const embeddingsForm: EndpointForm = {
  ...withoutStreams,
  endpoint: 'embeddings',
  prepare: (body, { model, pseudonym }) => ({ ...withPseudonyms(body, ['user'], pseudonym), model }),
  estimate: (body) => ({ prompt: promptTokensOf(body), completion: 0 }),
  usageIn: (data) => objectIn(data, 'usage'),
  tokensOf: (usage) => ({ ...openAiTokens(usage), completion: 0 }),
  withUsage(answer, usage) {
    const tokens = { prompt_tokens: usage.prompt, total_tokens: usage.prompt };
    return { ...answer, usage: withCost(tokens, objectIn(answer, 'usage'), usage) };
  },
};
