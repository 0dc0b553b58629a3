import { z } from 'zod';

import { codePoints, text } from '../text';

export const MODEL_USES = ['draft', 'reply', 'summarize', 'translate', 'classify', 'transcribe', 'embed'] as const;

export const PROVIDER_TYPES = ['openai_compatible', 'sandbox'] as const;
export const PROVIDER_LOCATIONS = ['local', 'cloud'] as const;

/** `<provider slug>/<upstream id>`, in code points. */
export const MODEL_ID_LENGTH = 256;
export const PROVIDER_SLUG_PATTERN = /^[a-z0-9][a-z0-9-]{0,31}$/;
/** Belongs to the built-in `switchboard/echo`. */
export const RESERVED_PROVIDER_SLUG = 'switchboard';

/** A pattern over ids: `*` stands for any characters, slashes too; `?` for one. */
export const IdGlob = text(MODEL_ID_LENGTH).meta({ example: 'openai/gpt-*' });

export const Modality = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,31}$/, 'Must be a modality such as `text`, `image` or `audio`.')
  .meta({ maxLength: 32, example: 'text' });

export const SupportedParameter = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/, 'Must be the name of a parameter, such as `temperature`.')
  .meta({ maxLength: 64, example: 'temperature' });

export const DecimalText = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,20})?$/, 'Must be a decimal text such as `0.0000015`, not a number.')
  .meta({ maxLength: 33, example: '0.0000015' });

const tokens = () => z.number().int().min(1).max(1_000_000_000);

export const StaticModelPricing = z
  .strictObject({
    prompt: DecimalText.describe('Price of one input token.'),
    completion: DecimalText.describe('Price of one output token.'),
    request: DecimalText.default('0').describe('Price of one request, besides its tokens.'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'Must be an ISO 4217 code such as `USD`.')
      .default('USD')
      .describe('ISO 4217 code of the prices.')
      .meta({ maxLength: 3, example: 'USD' }),
  })
  .meta({ example: { prompt: '0.0000015', completion: '0.000006', request: '0', currency: 'USD' } });

export const StaticModel = z
  .strictObject({
    id: text(MODEL_ID_LENGTH).describe('Id of the model at its provider.').meta({ example: 'llama3.2:3b' }),
    name: text(100).optional().describe('Name to show.').meta({ example: 'Llama 3.2 3B' }),
    context_length: tokens().optional().describe('Tokens of context.').meta({ example: 131_072 }),
    max_output_tokens: tokens().optional().describe('Most tokens of one answer.').meta({ example: 4096 }),
    pricing: StaticModelPricing.optional().describe('Prices, per token; they win over what the provider says.'),
    uses: z
      .array(z.enum(MODEL_USES))
      .max(MODEL_USES.length)
      .optional()
      .describe('What the model is meant for.')
      .meta({ example: ['draft', 'reply'] }),
    supported_parameters: z
      .array(SupportedParameter)
      .max(100)
      .optional()
      .describe('Request parameters it understands.')
      .meta({ example: ['temperature', 'tools'] }),
    input_modalities: z
      .array(Modality)
      .min(1)
      .max(10)
      .optional()
      .describe('What it reads.')
      .meta({ example: ['text'] }),
    output_modalities: z
      .array(Modality)
      .min(1)
      .max(10)
      .optional()
      .describe('What it writes.')
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
      else if (FORBIDDEN_HEADER.test(name)) refuse([name], 'This header may not be set.');
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

/** The fields one by one; `AiProviderConfig` adds the rules between them. */
export const AiProviderFields = z.strictObject({
  slug: z
    .string()
    .regex(PROVIDER_SLUG_PATTERN, 'Must be 1 to 32 of a-z, 0-9 and `-`, not beginning with `-`.')
    .refine((slug) => slug !== RESERVED_PROVIDER_SLUG, 'The slug `switchboard` is reserved.')
    .describe('First part of the ids of its models.')
    .meta({ maxLength: 32, example: 'ollama' }),
  name: text(100).optional().describe('Name to show; the slug by default.').meta({ example: 'Ollama (office)' }),
  type: z
    .enum(PROVIDER_TYPES)
    .default('openai_compatible')
    .describe('What it speaks.')
    .meta({ example: 'openai_compatible' }),
  base_url: BaseUrl.optional().describe('Where its API begins; required but for `sandbox`.'),
  api_key: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'Must be 1 to 4096 printable ASCII characters without spaces.')
    .optional()
    .describe('Its key. Never shown again but for the last four characters.')
    .meta({ maxLength: 4096, example: 'sk-…' }),
  api_key_env: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'Must be the name of an environment variable.')
    .optional()
    .describe('Environment variable that holds the key, instead of `api_key`.')
    .meta({ maxLength: 128, example: 'OPENAI_API_KEY' }),
  headers: Headers.default({}).describe('Headers to send along: at most 20, of 4 KiB each.'),
  discover: z.boolean().default(true).describe('Ask the provider for its models.').meta({ example: true }),
  include: globs('Which of its ids to offer; empty for all.').default(['*']),
  exclude: globs('Which of its ids not to offer.').default([]),
  models: z
    .array(StaticModel)
    .max(500)
    .default([])
    .describe('Models to offer in any case; their fields are laid over what the provider says.'),
  timeout_ms: z
    .number()
    .int()
    .min(500)
    .max(30_000)
    .default(2000)
    .describe('How long to wait for the list of models, in milliseconds.')
    .meta({ example: 2000 }),
  max_concurrency: z
    .number()
    .int()
    .min(1)
    .max(128)
    .default(32)
    .describe('Requests at once; at most 200 over all providers.')
    .meta({ example: 32 }),
  workspaces: z
    .union([z.literal('*'), z.array(z.string().min(1).max(40)).min(1).max(1000)])
    .default('*')
    .describe('Ids of the workspaces that may use it; `*` for all.')
    .meta({ example: '*' }),
  location: z
    .enum(PROVIDER_LOCATIONS)
    .optional()
    .describe('Where it runs, to show; told by its address by default.')
    .meta({ example: 'local' }),
  enabled: z.boolean().default(true).describe('Whether it is used.').meta({ example: true }),
});

/** One entry of `AI_PROVIDERS`, with defaults filled in. */
export const AiProviderConfig = AiProviderFields.superRefine((config, context) => {
  const refuse = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message });

  if (config.type === 'openai_compatible' && config.base_url === undefined) {
    refuse(['base_url'], 'Required for `openai_compatible`.');
  }
  if (config.api_key !== undefined && config.api_key_env !== undefined) {
    refuse(['api_key_env'], 'Give either `api_key` or `api_key_env`.');
  }

  const seen = new Set<string>();
  config.models.forEach((model, index) => {
    const path = ['models', index, 'id'];
    if (seen.has(model.id)) refuse(path, 'The same id stands above.');
    else if (!isUpstreamId(config.slug, model.id)) {
      refuse(path, 'Must not be blank, have control characters or, with the slug before it, more than 256 characters.');
    }
    seen.add(model.id);
  });
}).meta({
  id: 'AiProviderConfig',
  example: { slug: 'ollama', name: 'Ollama (office)', base_url: 'http://ollama.lan:11434/v1' },
});
export type AiProviderConfig = z.output<typeof AiProviderConfig>;

/** Whether a model of that id at its provider can be offered: not blank, short enough, nothing invisible. */
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
