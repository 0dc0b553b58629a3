import { z } from 'zod';

import { LIMITS } from '../limits';
import { smallRecord, text, timestamp } from '../text';
import { ModelPricing, PRICING_EXAMPLE } from './pricing';
import {
  IdGlob,
  MODEL_ID_LENGTH,
  MODEL_USES,
  Modality,
  PROVIDER_LOCATIONS,
  PROVIDER_SLUG_PATTERN,
  PROVIDER_TYPES,
  SupportedParameter,
} from './providers';

export { AiProviderConfig } from './providers';

/** Maximum per provider or workspace. */
export const MAX_MODELS = 5000;

const MODEL_STATUSES = ['available', 'degraded', 'unavailable'] as const;
export type ModelStatus = (typeof MODEL_STATUSES)[number];

export const PROVIDER_STATUSES = ['up', 'stale', 'down', 'static'] as const;
export type ProviderStatus = (typeof PROVIDER_STATUSES)[number];

const WARNING_CODES = [
  'no_provider_configured',
  'provider_unreachable',
  'provider_timeout',
  'provider_auth_failed',
  'provider_rate_limited',
  'provider_error',
  'discovery_unsupported',
  'not_json',
  'response_too_large',
  'redirect_refused',
  'models_dropped',
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

const tokenCount = () => z.number().int().min(0).nullable();
/** Bounds of stored texts of a provider. */
export const LISTED = { text: 2000, list: 100, word: 64 } as const;
const said = () => z.string().meta({ minLength: 1, maxLength: LISTED.text });
const words = () => z.array(z.string().meta({ minLength: 1, maxLength: LISTED.word })).meta({ maxItems: LISTED.list });
const modalities = () => words().meta({ maxItems: LISTED.list, example: ['text'] });

const architecture = z.object({
  modality: z.string().describe('Input and output modalities in one string.').meta({ example: 'text->text' }),
  input_modalities: modalities().describe('Input modalities of the model.'),
  output_modalities: modalities().describe('Output modalities of the model.'),
  tokenizer: said().nullable().describe('Tokenizer of the model; null if unknown.').meta({ example: null }),
  instruct_type: said().nullable().describe('Prompt format of the model; null if unknown.').meta({ example: null }),
});

const topProvider = z.object({
  context_length: tokenCount().describe('Context length in tokens; null if unknown.').meta({ example: 131_072 }),
  max_completion_tokens: tokenCount().describe('Maximum output tokens; null if unknown.').meta({ example: 4096 }),
  is_moderated: z.boolean().describe('Whether the provider moderates the content.').meta({ example: false }),
});

const modelProvider = z.object({
  slug: z
    .string()
    .describe('Slug of the provider, with which its ids begin.')
    .meta({ maxLength: 32, example: 'ollama' }),
  name: z.string().describe('Name of the provider.').meta({ maxLength: 100, example: 'Ollama (office)' }),
  type: z.enum(PROVIDER_TYPES).describe('API type of the provider.').meta({ example: 'openai_compatible' }),
  status: z
    .enum(PROVIDER_STATUSES)
    .describe('`up`; `stale` if an earlier list of models is served; `down`; `static` if the models are configured.')
    .meta({ example: 'up' }),
  location: z.enum(PROVIDER_LOCATIONS).describe('Location of the provider.').meta({ example: 'local' }),
});

const modelExample = {
  id: 'ollama/llama3.2:3b',
  object: 'model',
  created: 1_731_000_000,
  owned_by: 'ollama',
  name: 'Llama 3.2 3B',
  description: null,
  canonical_slug: 'ollama/llama3.2:3b',
  aliases: ['default', 'fast'],
  context_length: 131_072,
  max_output_tokens: 4096,
  architecture: {
    modality: 'text->text',
    input_modalities: ['text'],
    output_modalities: ['text'],
    tokenizer: null,
    instruct_type: null,
  },
  supported_parameters: ['temperature', 'max_tokens', 'tools', 'response_format'],
  supported_endpoints: ['/api/v1/chat/completions'],
  pricing: PRICING_EXAMPLE,
  top_provider: { context_length: 131_072, max_completion_tokens: 4096, is_moderated: false },
  per_request_limits: null,
  provider: { slug: 'ollama', name: 'Ollama (office)', type: 'openai_compatible', status: 'up', location: 'local' },
  uses: ['draft', 'reply', 'summarize', 'translate', 'classify'],
  status: 'available',
  shutdown_at: null,
};

export const Model = z
  .object({
    id: z
      .string()
      .describe('Id: `<provider>/<id at the provider>`. In a path, its slashes can be percent-encoded or not.')
      .meta({ maxLength: MODEL_ID_LENGTH, example: 'ollama/llama3.2:3b' }),
    object: z.literal('model').describe('Always `model`.'),
    created: z.number().int().min(0).describe('Creation time in Unix seconds; if unknown, when it was first seen.'),
    owned_by: said().describe('Owner of the model, as the provider reports it; otherwise the provider.'),
    name: said().describe('Display name.'),
    description: said().nullable().describe('Description of the model; null if unknown.'),
    canonical_slug: z.string().describe('The same as `id`.').meta({ maxLength: MODEL_ID_LENGTH }),
    aliases: z.array(z.string()).describe('Aliases of this workspace that currently resolve to this model.'),
    context_length: tokenCount().describe('Context length in tokens; null if unknown.'),
    max_output_tokens: tokenCount().describe('Maximum number of output tokens; null if unknown.'),
    architecture: architecture.describe('Input and output of the model.'),
    supported_parameters: words().nullable().describe('Request parameters that the model supports; null if unknown.'),
    supported_endpoints: z.array(z.string()).describe('Operations of this API that accept the model as `model`.'),
    pricing: ModelPricing.nullable().describe('Prices per token; null if unknown.'),
    top_provider: topProvider.describe('The same limits in the format of OpenRouter.'),
    per_request_limits: z.null().describe('Always null. The field exists for clients of OpenRouter.'),
    provider: modelProvider.describe('Provider of the model.'),
    uses: z
      .array(z.enum(MODEL_USES))
      .nullable()
      .describe('Uses of the model as the operator set them; null if not set.'),
    status: z
      .enum(MODEL_STATUSES)
      .describe('`available`; `degraded` if the provider failed recently; `unavailable` if the provider is down.'),
    shutdown_at: timestamp().nullable().describe('Time when the model is shut down; null if unknown.'),
  })
  .meta({ id: 'Model', example: modelExample });
export type Model = z.output<typeof Model>;

const warningExample = {
  code: 'provider_unreachable',
  provider: 'openai',
  detail: 'The provider could not be reached.',
  since: '2026-11-21T02:00:00.000Z',
  fallback: 'stale',
};

export const ModelWarning = z
  .object({
    code: z.enum(WARNING_CODES).describe('Code of the warning.'),
    provider: z.string().nullable().describe('Slug of the provider; null if the warning is not about a provider.'),
    detail: z.string().describe('Description of the warning, for people.').meta({ maxLength: 500 }),
    since: timestamp().nullable().describe('Time when the problem began; null if unknown.'),
    fallback: z
      .enum(['stale', 'static', 'none'])
      .nullable()
      .describe('What is listed instead: an earlier list, configured models, or nothing; null if all are listed.'),
  })
  .meta({ id: 'ModelWarning', example: warningExample });
export type ModelWarning = z.output<typeof ModelWarning>;

export const ModelList = z
  .object({
    object: z.literal('list').describe('Always `list`.'),
    data: z.array(Model).max(MAX_MODELS).describe('All models, or one page of them if `limit` is given.'),
    first_id: z.string().nullable().describe('Id of the first model; null if there is none.'),
    last_id: z.string().nullable().describe('Id of the last model; null if there is none.'),
    total_count: z.number().int().min(0).describe('Number of matching models over all pages.'),
    has_more: z.boolean().describe('Whether there are more models after this page.'),
    next_cursor: z
      .string()
      .nullable()
      .describe('Value of `cursor` for the next page; null on the last page.')
      .meta({ maxLength: LIMITS.cursorLength }),
    warnings: z.array(ModelWarning).describe('Warnings about missing or outdated models. Empty if there are none.'),
  })
  .meta({
    id: 'ModelList',
    example: {
      object: 'list',
      data: [modelExample],
      first_id: modelExample.id,
      last_id: modelExample.id,
      total_count: 1,
      has_more: false,
      next_cursor: null,
      warnings: [warningExample],
    },
  });
export type ModelList = z.output<typeof ModelList>;

const MODEL_SORTS = ['id', 'name', '-created', 'price'] as const;

export const ModelQuery = z.strictObject({
  provider: z
    .array(z.string().regex(PROVIDER_SLUG_PATTERN, 'Must be the slug of a provider.').meta({ maxLength: 32 }))
    .min(1)
    .max(50)
    .optional()
    .describe('Only models of these providers, by slug.')
    .meta({ example: ['ollama'] }),
  q: text(100).optional().describe('Part of the id, the name or the description.').meta({ example: 'llama' }),
  use: z
    .array(z.enum(MODEL_USES))
    .min(1)
    .max(MODEL_USES.length)
    .optional()
    .describe('Only models that the operator set for all of these uses.')
    .meta({ example: ['reply'] }),
  supported_parameters: z
    .array(SupportedParameter)
    .min(1)
    .max(20)
    .optional()
    .describe('Only models that are known to support all of these parameters.')
    .meta({ example: ['tools'] }),
  input_modalities: z
    .array(Modality)
    .min(1)
    .max(10)
    .optional()
    .describe('Only models with all of these input modalities.')
    .meta({ example: ['text'] }),
  output_modalities: z
    .array(Modality)
    .min(1)
    .max(10)
    .optional()
    .describe('Only models with all of these output modalities.')
    .meta({ example: ['text'] }),
  status: z
    .array(z.enum(MODEL_STATUSES))
    .min(1)
    .max(MODEL_STATUSES.length)
    .optional()
    .describe('Only models with these statuses.')
    .meta({ example: ['available'] }),
  sort: z
    .enum(MODEL_SORTS)
    .default('id')
    .describe('Sort order. `-created` is newest first; `price` is cheapest first, with unknown prices last.')
    .meta({ example: 'id' }),
  limit: z
    .number()
    .int()
    .min(1)
    .max(LIMITS.pageSizeMax)
    .optional()
    .describe('Number of models to return. Without it all models are returned, because OpenAI clients do not paginate.')
    .meta({ example: 25 }),
  cursor: z
    .string()
    .min(1)
    .max(LIMITS.cursorLength)
    .optional()
    .describe('Value of `next_cursor` of the previous page. It is valid only with the same filters.')
    .meta({ example: 'WzEsIm9sbGFtYS9sbGFtYTMuMiJd' }),
  after_id: text(MODEL_ID_LENGTH)
    .optional()
    .describe(
      'Id of a model: only the models after it, as clients of the Anthropic API ask for the next page. None for an unknown id.',
    )
    .meta({ example: 'switchboard/echo' }),
  before_id: text(MODEL_ID_LENGTH)
    .optional()
    .describe(
      'Id of a model: only the models before it, as clients of the Anthropic API ask for the previous page. None for an unknown id.',
    )
    .meta({ example: 'switchboard/echo' }),
});
export type ModelQuery = z.output<typeof ModelQuery>;

const modelReference = text(MODEL_ID_LENGTH);

export const ModelsSettings = z
  .strictObject({
    aliases: smallRecord(
      z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'Must be 1 to 32 of a-z, 0-9 and `-`, starting with a letter.'),
      z.array(modelReference).min(1).max(5),
      { most: 20, things: 'aliases' },
    )
      .describe('Aliases of models. Each alias resolves to the first of its ids that is available.')
      .meta({
        example: { default: ['ollama/llama3.2:3b'], smart: ['openai/gpt-5', 'ollama/qwen3:32b'] },
      }),
    allow: z
      .array(IdGlob)
      .max(100)
      .describe('Ids of models that the workspace can use, with the wildcards `*` and `?`; empty for all.')
      .meta({ example: ['ollama/*'] }),
    deny: z
      .array(IdGlob)
      .max(100)
      .describe('Ids of models that the workspace cannot use. It takes precedence over `allow`.')
      .meta({ example: ['*/*embed*'] }),
  })
  .meta({ id: 'ModelsSettings', example: { aliases: { default: ['ollama/llama3.2:3b'] }, allow: [], deny: [] } });
export type ModelsSettings = z.output<typeof ModelsSettings>;
