import type { JsonObject } from '../../../json-object';
import { estimateTokens } from '../estimate';
import { providerMessage } from '../failure';
import type { EndpointForm } from '../form';
import { changed, listIn, numberIn, objectIn } from './members';
import { inputOutputTokens, withCost, withTier } from './openai-usage';
import { CALLERS_NAMES, errorMember, withPseudonyms } from './without-streams';

const END = new Set<unknown>(['response.completed', 'response.incomplete']);

export const responsesForm: EndpointForm = {
  endpoint: 'responses',

  // OpenAI stores answers by default.
  prepare: (body, { model, pseudonym }) => ({
    ...withPseudonyms(body, CALLERS_NAMES, pseudonym),
    model,
    store: false,
  }),

  estimate: (body) => ({ prompt: estimateTokens(body), completion: numberIn(body, 'max_output_tokens') }),
  usageIn(data) {
    const response = objectIn(data, 'response') ?? data;
    return withTier(objectIn(response, 'usage') ?? objectIn(data, 'usage'), response);
  },

  tokensOf: inputOutputTokens,

  generatedBytes(data) {
    const { type, delta } = data;
    if (typeof type === 'string' && type.endsWith('.delta')) return textBytes(delta);
    return listIn(data, 'output').reduce((bytes, item) => bytes + itemBytes(item), 0);
  },

  failureOf({ json }) {
    const type = json?.['type'];
    if (type === 'error') return (json && providerMessage(json)) ?? UNKNOWN_FAILURE;
    if (type === 'response.failed') return providerMessage(objectIn(json, 'response') ?? null) ?? UNKNOWN_FAILURE;
    return type === undefined ? errorMember(json) : undefined;
  },

  isEnd: ({ json }) => END.has(json?.['type']),

  withUsage(answer, usage) {
    const tokens = {
      input_tokens: usage.prompt,
      output_tokens: usage.completion,
      total_tokens: usage.prompt + usage.completion,
    };
    return { ...answer, usage: withCost(tokens, objectIn(answer, 'usage'), usage) };
  },

  deliver(event, usage) {
    const { json } = event;
    const response = objectIn(json, 'response');
    if (!json || !response || !END.has(json['type'])) return 'unchanged';
    return changed(event, { ...json, response: responsesForm.withUsage(response, usage.finalReport) });
  },

  failure(error, { first, last }) {
    const number = numberIn(last, 'sequence_number');
    const code = error.code === 'rate_limited' ? 'rate_limit_exceeded' : 'server_error';
    return {
      event: 'response.failed',
      data: JSON.stringify({
        type: 'response.failed',
        sequence_number: number === undefined ? 0 : number + 1,
        response: {
          object: 'response',
          output: [],
          ...objectIn(first, 'response'),
          status: 'failed',
          error: { code, message: error.message },
        },
      }),
    };
  },
};

const UNKNOWN_FAILURE = 'The provider reported an error.';

const textBytes = (text: unknown): number => (typeof text === 'string' ? Buffer.byteLength(text) : 0);

const itemBytes = (item: JsonObject): number =>
  textBytes(item['arguments']) +
  textBytes(item['input']) +
  listIn(item, 'content').reduce((sum, part) => sum + textBytes(part['text']) + textBytes(part['refusal']), 0);
