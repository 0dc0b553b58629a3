import type { JsonObject } from '../../../json-object';
import type { ReportedUsage, TokenUsage } from '../form';
import { objectIn, tokensIn } from './members';

/** `usage` of chat completions and embeddings. DeepSeek and Moonshot name cached tokens their own way. */
export function openAiTokens(usage: JsonObject): Partial<TokenUsage> {
  const details = objectIn(usage, 'prompt_tokens_details');
  const generated = objectIn(usage, 'completion_tokens_details');
  return definedTokens({
    prompt: tokensIn(usage, 'prompt_tokens'),
    completion: tokensIn(usage, 'completion_tokens'),
    cached:
      tokensIn(details, 'cached_tokens') ??
      tokensIn(usage, 'prompt_cache_hit_tokens') ??
      tokensIn(usage, 'cached_tokens'),
    // OpenRouter’s name.
    cacheWrite: tokensIn(details, 'cache_write_tokens'),
    reasoning: tokensIn(generated, 'reasoning_tokens'),
    // Spoken input and output cost more than text.
    otherRates: sumOf(tokensIn(details, 'audio_tokens'), tokensIn(generated, 'audio_tokens'), tierRate(usage)),
  });
}

/** `usage` of transcriptions and the Responses API. */
export function inputOutputTokens(usage: JsonObject): Partial<TokenUsage> {
  const details = objectIn(usage, 'input_tokens_details');
  return definedTokens({
    prompt: tokensIn(usage, 'input_tokens'),
    completion: tokensIn(usage, 'output_tokens'),
    cached: tokensIn(details, 'cached_tokens'),
    cacheWrite: tokensIn(details, 'cache_write_tokens'),
    reasoning: tokensIn(objectIn(usage, 'output_tokens_details'), 'reasoning_tokens'),
    otherRates: tierRate(usage),
  });
}

/** Tiers that the usual price is for. */
const STANDARD_TIERS = new Set<unknown>([undefined, null, 'auto', 'default', 'standard']);
const tierRate = (usage: JsonObject): number | undefined => (STANDARD_TIERS.has(usage['service_tier']) ? undefined : 1);

export function withTier(usage: JsonObject | undefined, answer: JsonObject | undefined): JsonObject | undefined {
  const tier = answer?.['service_tier'];
  return usage === undefined || tier === undefined ? usage : { service_tier: tier, ...usage };
}

const sumOf = (...counts: (number | undefined)[]): number | undefined => {
  const known = counts.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0);
};

export function definedTokens(tokens: { [K in keyof TokenUsage]?: number | undefined }): Partial<TokenUsage> {
  return Object.fromEntries(Object.entries(tokens).filter(([, count]) => count !== undefined));
}

/** The provider’s own members win, unless it reported no tokens. `tokens` are the same numbers in its form. */
export const withCost = (
  tokens: JsonObject,
  own: JsonObject | undefined,
  { cost, costStatus, areTokensEstimated }: ReportedUsage,
): JsonObject => ({
  ...tokens,
  ...own,
  ...(areTokensEstimated ? tokens : {}),
  cost,
  cost_status: costStatus,
});
