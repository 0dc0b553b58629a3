import type { ErrorCode } from '../../../../shared/errors';
import type { ApiError } from '../../../errors';
import { isJsonObject, type JsonObject } from '../../../json-object';
import { estimateTokens } from '../estimate';
import { providerMessage } from '../failure';
import type { EndpointForm, ReportedUsage } from '../form';
import { changed, listIn, numberIn, objectIn, tokensIn } from './members';
import { definedTokens, withCost } from './openai-usage';
import { withPseudonyms } from './without-streams';

const ERROR_TYPES: Partial<Record<ErrorCode, string>> = {
  overloaded: 'overloaded_error',
  rate_limited: 'rate_limit_error',
  upstream_timeout: 'timeout_error',
};

/** Values of service that the usual price is for. */
const STANDARD = new Set<unknown>([undefined, null, 'standard', 'global', 'not_available']);

export const messagesForm: EndpointForm = {
  endpoint: 'messages',

  prepare(body, { model, pseudonym }) {
    const metadata = objectIn(body, 'metadata');
    return { ...body, model, ...(metadata ? { metadata: withPseudonyms(metadata, ['user_id'], pseudonym) } : {}) };
  },

  estimate: (body) => ({ prompt: estimateTokens(body), completion: numberIn(body, 'max_tokens') }),

  usageIn(data) {
    const started = objectIn(objectIn(data, 'message'), 'usage');
    if (!started) return objectIn(data, 'usage');
    // The output of `message_start` is not that of the answer, which only `message_delta` knows.
    const { output_tokens: _, ...input } = started;
    return input;
  },

  /** `input_tokens` are those that no cache had a part in. */
  tokensOf(usage) {
    const input = tokensIn(usage, 'input_tokens');
    const cached = tokensIn(usage, 'cache_read_input_tokens');
    const written = tokensIn(usage, 'cache_creation_input_tokens');
    return definedTokens({
      cacheWrite: written,
      otherRates: otherRatesIn(usage),
      prompt: input === undefined ? undefined : input + (cached ?? 0) + (written ?? 0),
      completion: tokensIn(usage, 'output_tokens'),
      cached,
      reasoning: tokensIn(objectIn(usage, 'output_tokens_details'), 'thinking_tokens'),
    });
  },

  generatedBytes(data) {
    const blocks = [objectIn(data, 'delta'), ...listIn(data, 'content')];
    return blocks.reduce((bytes, block) => bytes + blockBytes(block), 0);
  },

  failureOf: ({ json }) =>
    json?.['type'] === 'error' ? (providerMessage(json) ?? 'The provider reported an error.') : undefined,

  isEnd: ({ json }) => json?.['type'] === 'message_stop',

  withUsage: (answer, usage) => ({ ...answer, usage: usageWithCost(objectIn(answer, 'usage'), usage) }),

  deliver(event, usage) {
    const { json } = event;
    if (json?.['type'] !== 'message_delta') return 'unchanged';
    return changed(event, messagesForm.withUsage(json, usage.finalReport));
  },

  failure: (error) => ({ event: 'error', data: JSON.stringify({ type: 'error', error: messagesFailure(error) }) }),
};

/** Caches that last an hour, tools that run at the provider, and faster or regional service. */
function otherRatesIn(usage: JsonObject): number {
  const hourly = tokensIn(objectIn(usage, 'cache_creation'), 'ephemeral_1h_input_tokens') ?? 0;
  const tools = Object.values(objectIn(usage, 'server_tool_use') ?? {}).filter((count) => Number(count) > 0).length;
  const isStandard =
    STANDARD.has(usage['service_tier']) && STANDARD.has(usage['speed']) && STANDARD.has(usage['inference_geo']);
  return hourly + tools + (isStandard ? 0 : 1);
}

const messagesFailure = (error: ApiError): JsonObject => ({
  type: ERROR_TYPES[error.code] ?? 'api_error',
  message: error.message,
});

function usageWithCost(own: JsonObject | undefined, usage: ReportedUsage): JsonObject {
  const isKnown = own !== undefined && !usage.areTokensEstimated;
  return withCost(isKnown ? {} : { input_tokens: usage.prompt, output_tokens: usage.completion }, own, usage);
}

function blockBytes(block: JsonObject | undefined): number {
  if (!block) return 0;
  const { text, thinking, partial_json: partial, input } = block;
  const texts = [text, thinking, partial, isJsonObject(input) ? JSON.stringify(input) : undefined];
  return texts.reduce<number>((sum, one) => sum + (typeof one === 'string' ? Buffer.byteLength(one) : 0), 0);
}
