import { z } from 'zod';

import { MAX_WAITING } from '../limits';
import { Cidr, Origin } from '../networks';
import { text } from '../text';
import { CHANNEL_SCHEMAS, targetSchema } from './channels/channel-schemas';
import { EndpointAuth, headerName } from './endpoint-auth';
import { type Json, jsonObject } from './json';
import { ON_MISSING, ON_MISSING_DEFAULT } from './on-missing';
import { ENDPOINT_PRESETS } from './preset';
import { OVERFLOWS, SHORT_LINKS } from './publication';
import { Schedule } from './schedule';

export const ENDPOINT_STATUSES = ['capture', 'active', 'paused'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];
export const ENDPOINT_MODES = ['publish', 'draft', 'approval', 'record'] as const;
export const ENDPOINT_METHODS = ['POST', 'PUT', 'GET'] as const;
export const CONTENT_TYPES = [
  'application/json',
  '+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

export const ENDPOINT_LIMITS = {
  endpoints: 100,
  bodyBytes: 1024 * 1024,
  formBytes: 20 * 1024 * 1024,
  files: 10,
  mappingBytes: 64 * 1024,
  leaf: 16_384,
  items: 100,
  samples: 20,
} as const;

const integer = (least: number, most: number, example: number) =>
  z.number().int().min(least).max(most).meta({ example });
const Condition = text(2000).meta({ minLength: 1, maxLength: 2000, example: 'body.ref == "refs/heads/main"' });

export const EndpointDedupe = z
  .strictObject({
    key: text(500)
      .nullable()
      .default(null)
      .describe('Template of what a repeat has in common; null for the header `Idempotency-Key` alone.')
      .meta({ example: '{{ headers["x-delivery-id"] }}' }),
    window_seconds: integer(60, 604_800, 86_400).default(86_400).describe('How long a key is remembered.'),
    content_window_seconds: integer(0, 86_400, 0)
      .default(0)
      .describe('How long the very same body counts as a repeat, whatever its key; 0 for not at all.'),
  })
  .meta({ example: { key: '{{ headers["x-delivery-id"] }}', window_seconds: 86_400, content_window_seconds: 0 } });

export const EndpointResponse = z
  .strictObject({
    status: z
      .union([z.literal(200), z.literal(201), z.literal(202), z.literal(204)])
      .default(202)
      .describe('Status of a request that was taken.')
      .meta({ example: 202 }),
    content_type: z
      .enum(['application/json', 'text/plain', 'application/xml', 'text/xml'])
      .default('application/json')
      .describe('Media type of `body`.')
      .meta({ example: 'application/json' }),
    body: text(1000, 0).nullable().default(null).describe('Answered to what was taken; null for what came of it.'),
    wait_ms: integer(0, 10_000, 0)
      .default(0)
      .describe(
        `How long the answer may wait for the deliveries; it is 200 then. At most ${MAX_WAITING} calls of a workspace wait at once; further ones are answered without waiting.`,
      ),
  })
  .meta({ example: { status: 202, content_type: 'application/json', body: null, wait_ms: 0 } });

const unique = <T extends string>(values: readonly T[]): boolean => new Set(values).size === values.length;
const setOf = <T extends readonly [string, ...string[]]>(values: T) =>
  z
    .array(z.enum(values))
    .min(1)
    .max(values.length)
    .refine((chosen: readonly string[]) => unique(chosen), 'Must hold each value once.')
    .meta({ uniqueItems: true });

/** The body of a publication in which every string is a template. */
export const Mapping = jsonObject(ENDPOINT_LIMITS.mappingBytes).meta({
  type: 'object',
  example: { content: { text: '{{ body.message }}' } },
}) as unknown as z.ZodType<Record<string, Json>, Record<string, Json>>;

/** The fields of an endpoint of which each change makes a version. */
export const configFields = {
  mode: z
    .enum(ENDPOINT_MODES)
    .describe('What a request becomes: a publication, a draft, one that waits for approval, or a record alone.')
    .meta({ example: 'publish' }),
  preset: z.enum(ENDPOINT_PRESETS).describe('The kind of sender.').meta({ example: 'github' }),
  auth: EndpointAuth.describe('How senders prove themselves.'),
  methods: setOf(ENDPOINT_METHODS)
    .describe('Methods that it takes; of GET the query is the body.')
    .meta({ uniqueItems: true, example: ['POST'] }),
  content_types: setOf(CONTENT_TYPES)
    .describe('Media types that it takes.')
    .meta({ uniqueItems: true, example: ['application/json'] }),
  max_bytes: integer(1024, ENDPOINT_LIMITS.bodyBytes, 1_048_576).describe(
    'Most bytes of a body; a form with files may have 20 MiB and 10 files.',
  ),
  ip_allow: z.array(Cidr).max(50).nullable().describe('Networks that may call it; null for any.'),
  allowed_origins: z
    .array(z.union([Origin, z.literal('*')]))
    .max(20)
    .nullable()
    .describe('Web pages that may call it, `["*"]` for any; null for none.')
    .meta({ example: ['https://shop.example.com'] }),
  rate_limit_per_minute: integer(1, 6000, 600).describe('Most requests a minute.'),
  dedupe: EndpointDedupe.describe('How a repeat is recognised.'),
  filter: z
    .union([Condition, z.array(Condition).min(1).max(10)])
    .nullable()
    .describe('Conditions that must all hold; null for none.')
    .meta({ example: 'body.ref == "refs/heads/main"' }),
  split: z
    .string()
    .max(200)
    .regex(/^[\w-]+(?:\.[\w-]+)*$/, 'Must be a dotted path, such as orders or data.items.')
    .nullable()
    .describe('Path to an array in the body: one publication for each `item`, at most 100.')
    .meta({ maxLength: 200, example: 'orders' }),
  mapping: Mapping.nullable().describe(
    'The publication, as the body of its creation, of templates; null for none yet.',
  ),
  on_missing: z
    .enum(ON_MISSING)
    .describe(
      'What happens when an output of the mapping names a value that the request does not have, or that is null. `refuse`: nothing is published and the request is refused with `missing_value`. `empty`: the output writes nothing. The filter `default` supplies a value for one output; conditions such as `{% if body.name %}` are never refused.',
    )
    .meta({ example: 'refuse' }),
  targets: z
    .array(targetSchema(CHANNEL_SCHEMAS))
    .max(50)
    .describe('Where everything goes, as in a publication.')
    .meta({ example: [{ channel: 'whatsapp', to: ['+15550100000'] }] }),
  dynamic_targets: z
    .enum(['none', 'known', 'any'])
    .describe('Whether the mapping may add targets: none, those one has written with before, or any.')
    .meta({ example: 'none' }),
  schedule: Schedule.nullable().describe('When its publications are due; null for at once.'),
  expires_after_seconds: integer(60, 2_592_000, 86_400).describe('Given up so long after it was due.'),
  overflow: z.enum(OVERFLOWS).describe('What becomes of a text that is too long.').meta({ example: 'reject' }),
  short_links: z.enum(SHORT_LINKS).describe('Which addresses become short links.').meta({ example: 'off' }),
  header_allow: z
    .array(headerName('x-shop-domain'))
    .max(20)
    .refine(unique, 'Must hold each value once.')
    .describe('Further headers that mappings and the log see; none of them a credential.')
    .meta({ uniqueItems: true, example: ['x-shop-domain'] }),
  on_error: z
    .enum(['reject', 'accept_and_log'])
    .describe('`accept_and_log`: whoever is authenticated gets a 2xx, whatever the mapping makes of it.')
    .meta({ example: 'reject' }),
  response: EndpointResponse.describe('What senders are answered.'),
};

export const EndpointConfig = z.object({
  ...configFields,
  /** Absent in configurations that were stored before the field existed; they refuse. */
  on_missing: configFields.on_missing.optional(),
});
export type EndpointConfig = z.output<typeof EndpointConfig>;

/** Of what the input leaves out; the rest comes from the preset. */
export const CONFIG_DEFAULTS = {
  mode: 'publish',
  methods: ['POST'],
  content_types: [...CONTENT_TYPES],
  max_bytes: ENDPOINT_LIMITS.bodyBytes,
  ip_allow: null,
  allowed_origins: null,
  rate_limit_per_minute: 600,
  filter: null,
  split: null,
  mapping: null,
  on_missing: ON_MISSING_DEFAULT,
  targets: [],
  dynamic_targets: 'none',
  schedule: null,
  expires_after_seconds: 86_400,
  overflow: 'reject',
  short_links: 'off',
  header_allow: [],
  on_error: 'reject',
  response: { status: 202, content_type: 'application/json', body: null, wait_ms: 0 },
} as const satisfies Partial<EndpointConfig>;
