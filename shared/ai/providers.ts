import { z } from 'zod';

import { codePoints, text } from '../text';
import { AI_ENDPOINT_NAMES, type AiEndpoint } from './endpoints';

export const MODEL_USES = ['draft', 'reply', 'summarize', 'translate', 'classify', 'transcribe', 'embed'] as const;

interface ProviderTypeTraits {
  hasAddress: boolean;
  /** Unless the operator says otherwise. */
  endpoints: readonly AiEndpoint[];
}

const TYPES = {
  openai_compatible: { hasAddress: true, endpoints: ['chat_completions', 'embeddings', 'audio_transcriptions'] },
  anthropic: { hasAddress: true, endpoints: ['messages', 'messages_count_tokens'] },
  sandbox: { hasAddress: false, endpoints: ['chat_completions', 'embeddings', 'audio_transcriptions'] },
} as const satisfies Record<string, ProviderTypeTraits>;
export type ProviderType = keyof typeof TYPES;
export const defaultEndpoints = (type: ProviderType): readonly AiEndpoint[] => TYPES[type].endpoints;
export const PROVIDER_TYPES = Object.keys(TYPES) as [ProviderType, ...ProviderType[]];
export const DEFAULT_PROVIDER_TYPE: ProviderType = 'openai_compatible';
export const hasAddress = (type: ProviderType): boolean => TYPES[type].hasAddress;
export const PROVIDER_LOCATIONS = ['local', 'cloud'] as const;

/** `<provider slug>/<upstream id>`, in code points. */
export const MODEL_ID_LENGTH = 256;
export const PROVIDER_SLUG_PATTERN = /^[a-z0-9][a-z0-9-]{0,31}$/;
/** Belongs to the built-in `switchboard/echo`. */
export const RESERVED_PROVIDER_SLUG = 'switchboard';

/** `*` matches any characters, slashes included, and `?` one. */
export const IdGlob = text(MODEL_ID_LENGTH).meta({ example: 'openai/gpt-*' });

export const Modality = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,31}$/, 'Must be a modality such as `text`, `image` or `audio`.')
  .meta({ maxLength: 32, example: 'text' });

export const SupportedParameter = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/, 'Must be the name of a parameter, such as `temperature`.')
  .meta({ maxLength: 64, example: 'temperature' });

const DecimalText = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,20})?$/, 'Must be a decimal string such as `0.0000015`, not a number.')
  .meta({ maxLength: 33, example: '0.0000015' });

const tokens = () => z.number().int().min(1).max(1_000_000_000);

const StaticModelPricing = z
  .strictObject({
    prompt: DecimalText.describe('Price of one input token.'),
    completion: DecimalText.describe('Price of one output token.'),
    request: DecimalText.default('0').describe('Price of one request in addition to its tokens.'),
    input_cache_read: DecimalText.optional().describe(
      'Price of one input token that the provider reads from its cache. Without it, the token costs as much as others, and the cost of the call is an estimate.',
    ),
    input_cache_write: DecimalText.optional().describe(
      'Price of one input token that the provider writes to its cache. Without it, the token costs as much as others, and the cost of the call is an estimate.',
    ),
    audio_minute: DecimalText.optional()
      .describe('Price of one minute of a recording in addition to its tokens.')
      .meta({ example: '0.006' }),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'Must be an ISO 4217 code such as `USD`.')
      .default('USD')
      .describe('ISO 4217 code of the prices.')
      .meta({ maxLength: 3, example: 'USD' }),
  })
  .meta({
    example: {
      prompt: '0.0000015',
      completion: '0.000006',
      request: '0',
      input_cache_read: '0.00000015',
      currency: 'USD',
    },
  });

export const StaticModel = z
  .strictObject({
    id: text(MODEL_ID_LENGTH).describe('Id of the model at its provider.').meta({ example: 'llama3.2:3b' }),
    name: text(100).optional().describe('Display name.').meta({ example: 'Llama 3.2 3B' }),
    context_length: tokens().optional().describe('Context length in tokens.').meta({ example: 131_072 }),
    max_output_tokens: tokens().optional().describe('Maximum number of output tokens.').meta({ example: 4096 }),
    pricing: StaticModelPricing.optional().describe(
      'Prices per token. They take precedence over the prices that the provider reports.',
    ),
    uses: z
      .array(z.enum(MODEL_USES))
      .max(MODEL_USES.length)
      .optional()
      .describe('Intended uses of the model.')
      .meta({ example: ['draft', 'reply'] }),
    supported_parameters: z
      .array(SupportedParameter)
      .max(100)
      .optional()
      .describe('Request parameters that the model supports.')
      .meta({ example: ['temperature', 'tools'] }),
    input_modalities: z
      .array(Modality)
      .min(1)
      .max(10)
      .optional()
      .describe('Input modalities of the model.')
      .meta({ example: ['text'] }),
    output_modalities: z
      .array(Modality)
      .min(1)
      .max(10)
      .optional()
      .describe('Output modalities of the model.')
      .meta({ example: ['text'] }),
  })
  .meta({ example: { id: 'llama3.2:3b', name: 'Llama 3.2 3B', context_length: 131_072, uses: ['draft', 'reply'] } });
export type StaticModel = z.output<typeof StaticModel>;

const BASE_URL = 'Must be an absolute http(s) URL without user, password, query or fragment.';
const BaseUrl = z
  .string()
  .max(2048, 'Must have at most 2048 characters.')
  .refine(isBaseUrl, BASE_URL)
  .meta({ maxLength: 2048, example: 'http://ollama.lan:11434/v1' });

const FORBIDDEN_HEADER =
  /^(?:host|connection|keep-alive|content-.*|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|proxy-.*)$/i;
const HEADER_VALUE_BYTES = 4096;

const Headers = z
  .record(z.string(), z.string())
  .superRefine((headers, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (Object.keys(headers).length > 20) refuse([], 'Must have at most 20 headers.');

    for (const [name, value] of Object.entries(headers)) {
      if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name)) refuse([name], 'The name of the header is not valid.');
      else if (FORBIDDEN_HEADER.test(name)) refuse([name], 'This header cannot be set.');
      if (!/^[\t\x20-\x7e]*$/.test(value)) refuse([name], 'The value must be printable ASCII.');
      if (value.length > HEADER_VALUE_BYTES) refuse([name], 'The value must have at most 4096 bytes.');
    }
  })
  .meta({ maxProperties: 20, example: { 'x-team': 'support' } });

const globs = (what: string) =>
  z
    .array(IdGlob)
    .max(100)
    .describe(what)
    .meta({ example: ['llama*'] });

/** `AiProviderConfig` adds rules between the fields. */
export const AiProviderFields = z.strictObject({
  slug: z
    .string()
    .regex(PROVIDER_SLUG_PATTERN, 'Must be 1 to 32 characters of a-z, 0-9 and `-`, not starting with `-`.')
    .refine((slug) => slug !== RESERVED_PROVIDER_SLUG, 'The slug `switchboard` is reserved.')
    .describe('Slug of the provider. The ids of its models begin with it.')
    .meta({ maxLength: 32, example: 'ollama' }),
  name: text(100).optional().describe('Display name. The default is the slug.').meta({ example: 'Ollama (office)' }),
  type: z
    .enum(PROVIDER_TYPES)
    .default(DEFAULT_PROVIDER_TYPE)
    .describe('API type of the provider.')
    .meta({ example: 'openai_compatible' }),
  base_url: BaseUrl.optional().describe('Base URL of the API. Required except for `sandbox`.'),
  api_key: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'Must be 1 to 4096 printable ASCII characters without spaces.')
    .optional()
    .describe('API key of the provider. Only its last four characters are shown again.')
    .meta({ maxLength: 4096, example: 'sk-…' }),
  api_key_env: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'Must be the name of an environment variable.')
    .optional()
    .describe('Environment variable with the API key, instead of `api_key`.')
    .meta({ maxLength: 128, example: 'OPENAI_API_KEY' }),
  headers: Headers.default({}).describe('Headers of every request: at most 20, of 4 KiB each.'),
  discover: z
    .boolean()
    .default(true)
    .describe('Whether to request the list of models from the provider.')
    .meta({ example: true }),
  endpoints: z
    .array(z.enum(AI_ENDPOINT_NAMES))
    .max(AI_ENDPOINT_NAMES.length)
    .optional()
    .describe(
      'Endpoints that the provider offers itself. Other endpoints are converted where possible. By default those that its list of models names, or else those of the type.',
    )
    .meta({ example: ['chat_completions', 'responses'] }),
  include: globs('Model ids of the provider to offer; empty for all.').default(['*']),
  exclude: globs('Model ids of the provider not to offer.').default([]),
  models: z
    .array(StaticModel)
    .max(500)
    .default([])
    .describe('Models that are always offered. Their fields take precedence over what the provider reports.'),
  timeout_ms: z
    .number()
    .int()
    .min(500)
    .max(30_000)
    .default(2000)
    .describe('Timeout for the list of models, in milliseconds.')
    .meta({ example: 2000 }),
  max_concurrency: z
    .number()
    .int()
    .min(1)
    .max(1024)
    .default(32)
    .describe('Maximum number of parallel requests.')
    .meta({ example: 32 }),
  workspaces: z
    .union([z.literal('*'), z.array(z.string().min(1).max(40)).min(1).max(1000)])
    .default('*')
    .describe('Ids of the workspaces that can use the provider; `*` for all.')
    .meta({ example: '*' }),
  location: z
    .enum(PROVIDER_LOCATIONS)
    .optional()
    .describe('Location of the provider, for display. By default it is derived from the address.')
    .meta({ example: 'local' }),
  enabled: z.boolean().default(true).describe('Whether the provider is used.').meta({ example: true }),
});

export const AiProviderConfig = AiProviderFields.superRefine((config, context) => {
  const refuse = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message });

  if (hasAddress(config.type) && config.base_url === undefined) {
    refuse(['base_url'], `Required for \`${config.type}\`.`);
  }
  if (config.api_key !== undefined && config.api_key_env !== undefined) {
    refuse(['api_key_env'], 'Give either `api_key` or `api_key_env`, not both.');
  }

  const seen = new Set<string>();
  config.models.forEach((model, index) => {
    const path = ['models', index, 'id'];
    if (seen.has(model.id)) refuse(path, 'Another model in this list has the same id.');
    else if (!isUpstreamId(config.slug, model.id)) {
      refuse(
        path,
        'Must not be blank or have control characters, and must have at most 256 characters together with the slug.',
      );
    }
    seen.add(model.id);
  });
}).meta({
  id: 'AiProviderConfig',
  example: { slug: 'ollama', name: 'Ollama (office)', base_url: 'http://ollama.lan:11434/v1' },
});
export type AiProviderConfig = z.output<typeof AiProviderConfig>;

/** Not blank, not too long, and without invisible characters. */
export function isUpstreamId(slug: string, id: string): boolean {
  return (
    id.trim() !== '' &&
    id.length <= MODEL_ID_LENGTH * 2 &&
    id.isWellFormed() &&
    !/\p{Cc}/u.test(id) &&
    codePoints(`${slug}/${id}`) <= MODEL_ID_LENGTH
  );
}

function isBaseUrl(value: string): boolean {
  if (!/^https?:\/\/[^\s?#]+$/i.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  return url.username === '' && url.password === '' && !/^https?:\/\/[^/]*@/i.test(value);
}
