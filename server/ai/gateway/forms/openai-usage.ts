import type { JsonRecord, TokenUsage } from '../form';
import { objectIn, tokensIn } from './members';

/** `usage` of chat completions and embeddings. */
export function openAiUsage(usage: JsonRecord | undefined): Partial<TokenUsage> | undefined {
  const prompt = tokensIn(usage, 'prompt_tokens');
  const completion = tokensIn(usage, 'completion_tokens');
  if (prompt === undefined && completion === undefined) return undefined;
  const cached = tokensIn(objectIn(usage, 'prompt_tokens_details'), 'cached_tokens');
  const reasoning = tokensIn(objectIn(usage, 'completion_tokens_details'), 'reasoning_tokens');
  return {
    ...(prompt === undefined ? {} : { prompt }),
    ...(completion === undefined ? {} : { completion }),
    ...(cached === undefined ? {} : { cached }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}
