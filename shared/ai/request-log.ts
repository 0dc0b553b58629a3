import { z } from 'zod';

import { ACCESS_IDS } from '../access/module';
import { pageQuery } from '../page';
import { boundedText, idOf, text, timeInput, timestamp } from '../text';
import { USAGE_IDS } from '../usage/module';
import { COST_STATUSES, COST_STATUS_TEXT } from './chat';
import { AI_ENDPOINT_NAMES } from './endpoints';
import { MODEL_ID_LENGTH } from './providers';
import { AI_OUTCOMES, AI_REQUEST_SOURCES } from './requests';

const PROVIDER_SLUG_LENGTH = 32;

const count = (what: string) => z.number().int().min(0).describe(what);
const usd = (of: string) => boundedText(64).describe(`US dollars per ${of}, as a decimal string.`);

const PRICE_EXAMPLE = {
  version: '3f1c0a9be2d47786',
  prompt: '0.000001',
  completion: '0.000002',
  request: '0',
  input_cache_read: '0.0000001',
  input_cache_write: null,
  audio_minute: null,
};

const AiPrice = z
  .object({
    version: boundedText(16).describe('Version of the price. The same price always has the same version.'),
    prompt: usd('token of the request'),
    completion: usd('generated token'),
    request: usd('call'),
    input_cache_read: boundedText(64)
      .nullable()
      .describe('US dollars per token that was read from a cache, as a decimal string; null if it is unknown.'),
    input_cache_write: boundedText(64)
      .nullable()
      .describe('US dollars per token that was written to a cache, as a decimal string; null if it is unknown.'),
    audio_minute: boundedText(64)
      .nullable()
      .describe('US dollars per minute of a recording, as a decimal string; null if only tokens are charged.'),
  })
  .meta({
    id: 'AiPrice',
    example: PRICE_EXAMPLE,
  });

export const AiRequest = z
  .object({
    id: idOf(USAGE_IDS.request).describe('Id of the call. For calls of the API, the `X-Request-Id` of the response.'),
    key_id: idOf(ACCESS_IDS.key)
      .nullable()
      .describe('Id of the calling key; null for calls of the console and of rules.'),
    source: z
      .enum(AI_REQUEST_SOURCES)
      .describe('What made the call: the API, the console, or a rule of the automation.'),
    endpoint: z.enum(AI_ENDPOINT_NAMES).describe('Endpoint that was called.'),
    is_stream: z.boolean().describe('Whether the answer was a stream.'),
    requested_model: boundedText(MODEL_ID_LENGTH).describe('Model or alias that the caller asked for.'),
    model_id: boundedText(MODEL_ID_LENGTH)
      .nullable()
      .describe('Id of the model that answered or was tried last; null if no provider was called.'),
    provider_slug: boundedText(PROVIDER_SLUG_LENGTH).nullable().describe('Slug of the provider of that model.'),
    attempts: count('Number of attempts at providers.'),
    outcome: z
      .enum(AI_OUTCOMES)
      .describe(
        '`running`; `succeeded`; `client_closed`: the caller left before the end; `interrupted`: the stream of the provider ended early; `failed`; `refused`: the request was refused, by a budget, by the provider, or because the model does not exist; `lost`: the process of the call ended.',
      ),
    status: z
      .number()
      .int()
      .min(0)
      .nullable()
      .meta({ maximum: 599 })
      .describe('HTTP status; null while the call runs.'),
    error_code: boundedText(64).nullable().describe('Error code; null without an error.'),
    prompt_tokens: count('Tokens of the request, including cached ones.'),
    completion_tokens: count('Generated tokens, including reasoning.'),
    cached_tokens: count('Tokens of the request that the provider had cached.'),
    cache_write_tokens: count('Tokens of the request that the provider wrote to its cache.'),
    reasoning_tokens: count('Generated tokens of reasoning.'),
    audio_seconds: z
      .number()
      .min(0)
      .describe('Length of the recording in seconds, if it is charged by the minute; otherwise 0.'),
    cost_micro_usd: count('Cost in millionths of a US dollar. A voided cost counts in no budget and no usage.'),
    cost_status: z.enum(COST_STATUSES).describe(COST_STATUS_TEXT),
    price: AiPrice.nullable().describe('Price at the time of the call; null if it is unknown.'),
    latency_ms: count('Time until the end of the call, in milliseconds; null while the call runs.').nullable(),
    first_token_ms: count('Time until the first generated token, in milliseconds; null if there was none.').nullable(),
    created_at: timestamp().describe('Time when the call began.'),
    ended_at: timestamp().nullable().describe('Time when the call ended; null while it runs.'),
    voided_at: timestamp().nullable().describe('Time when an administrator voided the cost; null if nobody did.'),
  })
  .meta({
    id: 'AiRequest',
    example: {
      id: 'req_01jd9x3k2mf8v9q4zt7w5b6n0c',
      key_id: 'key_01jd9x3k2mf8v9q4zt7w5b6n0c',
      source: 'api',
      endpoint: 'chat_completions',
      is_stream: true,
      requested_model: 'smart',
      model_id: 'openai/gpt-4.1-mini',
      provider_slug: 'openai',
      attempts: 1,
      outcome: 'succeeded',
      status: 200,
      error_code: null,
      prompt_tokens: 1200,
      completion_tokens: 340,
      cached_tokens: 0,
      cache_write_tokens: 0,
      reasoning_tokens: 0,
      audio_seconds: 0,
      cost_micro_usd: 1880,
      cost_status: 'exact',
      price: PRICE_EXAMPLE,
      latency_ms: 2140,
      first_token_ms: 320,
      created_at: '2026-11-21T09:30:00.000Z',
      ended_at: '2026-11-21T09:30:02.140Z',
      voided_at: null,
    },
  });
export type AiRequest = z.output<typeof AiRequest>;

export const ListAiRequests = z.strictObject({
  ...pageQuery,
  key_id: idOf(ACCESS_IDS.key).optional().describe('Only calls of this key.'),
  model: text(MODEL_ID_LENGTH)
    .optional()
    .describe('Only calls of this model. Calls that reached no provider count for the model that they asked for.')
    .meta({ example: 'openai/gpt-4.1-mini' }),
  provider: text(PROVIDER_SLUG_LENGTH)
    .optional()
    .describe('Only calls of this provider, by its slug.')
    .meta({ example: 'openai' }),
  outcome: z
    .array(z.enum(AI_OUTCOMES))
    .max(AI_OUTCOMES.length)
    .optional()
    .describe('Only calls with these outcomes.')
    .meta({ example: ['failed', 'interrupted'] }),
  source: z.enum(AI_REQUEST_SOURCES).optional().describe('Only calls from this source.').meta({ example: 'api' }),
  created_after: timeInput('2026-11-01T00:00:00Z').optional().describe('Only calls that began after this time.'),
  created_before: timeInput('2026-11-21T00:00:00Z').optional().describe('Only calls that began before this time.'),
});
export type ListAiRequests = z.output<typeof ListAiRequests>;

export const AiRequestId = z.strictObject({ request_id: idOf(USAGE_IDS.request).describe('Id of the call.') });
export type AiRequestId = z.output<typeof AiRequestId>;
