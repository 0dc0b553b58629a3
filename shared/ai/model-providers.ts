import { z } from 'zod';

import { stored } from '../stored';
import { timestamp } from '../text';
import { AI_ENDPOINT_NAMES } from './endpoints';
import { ModelWarning, PROVIDER_STATUSES } from './models';
import { AiProviderFields, PROVIDER_LOCATIONS, PROVIDER_SLUG_PATTERN, PROVIDER_TYPES, StaticModel } from './providers';

export const ProviderSlug = z.strictObject({
  slug: z.string().regex(PROVIDER_SLUG_PATTERN, 'Must be the slug of a provider.').describe('Slug of the provider.'),
});

/** The key is given directly; only the configuration can name a variable of the server. */
export const CreateModelProvider = AiProviderFields.omit({ api_key_env: true });
export type CreateModelProvider = z.output<typeof CreateModelProvider>;

/** Replaces the whole provider; secrets that are left out are kept. */
export const UpdateModelProvider = CreateModelProvider.extend({
  api_key: AiProviderFields.shape.api_key.unwrap().nullable().optional().describe('New API key; null for none.'),
  headers: AiProviderFields.shape.headers
    .unwrap()
    .optional()
    .describe('New headers. They replace all existing headers.'),
});
export type UpdateModelProvider = z.output<typeof UpdateModelProvider>;

/** Never contains the key or the values of headers. */
export const ModelProvider = z.object({
  slug: z.string(),
  name: z.string(),
  type: z.enum(PROVIDER_TYPES),
  /** Configured providers cannot be changed in the console. */
  source: z.enum(['configuration', 'console', 'built_in']),
  base_url: z.string().nullable(),
  /** Last four characters. */
  key_hint: z.string().nullable(),
  header_names: z.array(z.string()),
  enabled: z.boolean(),
  discover: z.boolean(),
  location: z.enum(PROVIDER_LOCATIONS),
  /** Null if it is derived from the address. */
  own_location: z.enum(PROVIDER_LOCATIONS).nullable(),
  workspaces: z.union([z.literal('*'), z.array(z.string())]),
  include: z.array(z.string()),
  exclude: z.array(z.string()),
  /** Null if they are those of the type. */
  own_endpoints: z.array(z.enum(AI_ENDPOINT_NAMES)).nullable(),
  /** In the format of an update. */
  own_models: z.array(stored(StaticModel)),
  timeout_ms: z.number().int(),
  max_concurrency: z.number().int(),
  status: z.enum(PROVIDER_STATUSES).nullable(),
  models: z.number().int(),
  fetched_at: timestamp().nullable(),
  next_at: timestamp().nullable(),
  failures: z.number().int(),
  failing_since: timestamp().nullable(),
  error_code: z.string().nullable(),
  detail: z.string().nullable(),
  url_used: z.string().nullable(),
  dropped: z.number().int(),
});
export type ModelProvider = z.output<typeof ModelProvider>;

export const ProviderCheckResult = z.object({
  ok: z.boolean(),
  url: z.string().nullable(),
  http_status: z.number().int().nullable(),
  latency_ms: z.number().int(),
  count: z.number().int(),
  first_ids: z.array(z.string()),
  dropped: z.number().int(),
  code: z.string().nullable(),
  detail: z.string().nullable(),
  advice: z.string().nullable(),
});
export type ProviderCheckResult = z.output<typeof ProviderCheckResult>;

/** Never contains an address. */
export const ModelsHealth = z.object({
  providers: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      type: z.enum(PROVIDER_TYPES),
      location: z.enum(PROVIDER_LOCATIONS),
      status: z.enum(PROVIDER_STATUSES),
      /** Number of models that the workspace may use. */
      models: z.number().int(),
      warnings: z.array(ModelWarning),
    }),
  ),
  /** Current target of each alias, or null. */
  aliases: z.array(z.object({ name: z.string(), model_id: z.string().nullable() })),
});
export type ModelsHealth = z.output<typeof ModelsHealth>;
