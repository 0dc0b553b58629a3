import type { JsonRecord, ReportedUsage, TokenUsage } from '../form';
import { objectIn, tokensIn } from './members';

/** `usage` of chat completions and embeddings. DeepSeek and Moonshot name cached tokens their own way. */
export function openAiTokens(usage: JsonRecord): Partial<TokenUsage> {
  const details = objectIn(usage, 'prompt_tokens_details');
  return definedTokens({
    prompt: tokensIn(usage, 'prompt_tokens'),
    completion: tokensIn(usage, 'completion_tokens'),
    cached:
      tokensIn(details, 'cached_tokens') ??
      tokensIn(usage, 'prompt_cache_hit_tokens') ??
      tokensIn(usage, 'cached_tokens'),
    reasoning: tokensIn(objectIn(usage, 'completion_tokens_details'), 'reasoning_tokens'),
  });
}

/** `usage` of transcriptions and the Responses API. */
export function inputOutputTokens(usage: JsonRecord): Partial<TokenUsage> {
  return definedTokens({
    prompt: tokensIn(usage, 'input_tokens'),
    completion: tokensIn(usage, 'output_tokens'),
    cached: tokensIn(objectIn(usage, 'input_tokens_details'), 'cached_tokens'),
    reasoning: tokensIn(objectIn(usage, 'output_tokens_details'), 'reasoning_tokens'),
  });
}

export function definedTokens(tokens: Record<keyof TokenUsage, number | undefined>): Partial<TokenUsage> {
  return Object.fromEntries(Object.entries(tokens).filter(([, count]) => count !== undefined));
}

/** The provider’s own members win, unless it reported no tokens. `tokens` are the same figures in its form. */
export const withCost = (
  tokens: JsonRecord,
  own: JsonRecord | undefined,
  { cost, costStatus }: ReportedUsage,
): JsonRecord => ({
  ...tokens,
  ...own,
  ...(costStatus === 'estimated' ? tokens : {}),
  cost,
  cost_status: costStatus,
});
