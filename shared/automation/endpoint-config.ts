import { z } from 'zod';

import { MAX_WAITING } from '../limits';
import { Cidr, Origin } from '../networks';
import { text } from '../text';
import { CHANNEL_SCHEMAS, targetSchema } from './channels/channel-schemas';
import { EndpointAuth, headerName } from './endpoint-auth';
import { type JsonValue, jsonObject } from './json';
import { ON_MISSING, ON_MISSING_DEFAULT } from './on-missing';
import { ENDPOINT_PRESETS } from './preset';
import { OVERFLOWS, SHORT_LINKS } from './publication';
import { Schedule } from './schedule';

export const ENDPOINT_STATUSES = ['collecting_samples', 'active', 'paused'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];
const ENDPOINT_MODES = ['publish', 'draft', 'approval', 'record'] as const;
const ENDPOINT_METHODS = ['POST', 'PUT', 'GET'] as const;
const BODY_CONTENT_TYPES = [
  'application/json',
  '+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
] as const;
export type ContentType = (typeof BODY_CONTENT_TYPES)[number];

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

const integer = (min: number, max: number, example: number) => z.number().int().min(min).max(max).meta({ example });
const Condition = text(2000).meta({ minLength: 1, maxLength: 2000, example: 'body.ref == "refs/heads/main"' });

const EndpointDedupe = z
  .strictObject({
    key: text(500)
      .nullable()
      .default(null)
      .describe(
        'Template of the deduplication key: requests with the same key are duplicates. Null to use only the header `Idempotency-Key`.',
      )
      .meta({ example: '{{ headers["x-delivery-id"] }}' }),
    window_seconds: integer(60, 604_800, 86_400).default(86_400).describe('Seconds to remember a key.'),
    content_window_seconds: integer(0, 86_400, 0)
      .default(0)
      .describe('Seconds in which an identical body is a duplicate, whatever its key; 0 to disable.'),
  })
  .meta({ example: { key: '{{ headers["x-delivery-id"] }}', window_seconds: 86_400, content_window_seconds: 0 } });

const EndpointResponse = z
  .strictObject({
    status: z
      .union([z.literal(200), z.literal(201), z.literal(202), z.literal(204)])
      .default(202)
      .describe('HTTP status for accepted requests.')
      .meta({ example: 202 }),
    content_type: z
      .enum(['application/json', 'text/plain', 'application/xml', 'text/xml'])
      .default('application/json')
      .describe('Media type of `body`.')
      .meta({ example: 'application/json' }),
    body: text(1000, 0)
      .nullable()
      .default(null)
      .describe('Response body for accepted requests; null to return the result of the request.'),
    wait_ms: integer(0, 10_000, 0)
      .default(0)
      .describe(
        `Milliseconds to wait for the deliveries before the response, which then has the status 200. At most ${MAX_WAITING} requests of a workspace can wait at the same time; others are answered without waiting.`,
      ),
  })
  .meta({ example: { status: 202, content_type: 'application/json', body: null, wait_ms: 0 } });

const unique = <T extends string>(values: readonly T[]): boolean => new Set(values).size === values.length;
const setOf = <T extends readonly [string, ...string[]]>(values: T) =>
  z
    .array(z.enum(values))
    .min(1)
    .max(values.length)
    .refine((chosen: readonly string[]) => unique(chosen), 'Must have each value only once.')
    .meta({ uniqueItems: true });

export const Mapping = jsonObject(ENDPOINT_LIMITS.mappingBytes).meta({
  type: 'object',
  example: { content: { text: '{{ body.message }}' } },
}) as unknown as z.ZodType<Record<string, JsonValue>, Record<string, JsonValue>>;

/** Each change of these fields creates a version. */
export const configFields = {
  mode: z
    .enum(ENDPOINT_MODES)
    .describe(
      'Result of a request: a publication (`publish`), a draft, a publication that waits for approval, or only an entry in the log (`record`).',
    )
    .meta({ example: 'publish' }),
  preset: z.enum(ENDPOINT_PRESETS).describe('Preset for the sender.').meta({ example: 'github' }),
  auth: EndpointAuth.describe('Authentication of senders.'),
  methods: setOf(ENDPOINT_METHODS)
    .describe('Accepted HTTP methods. With GET, the query is used as the body.')
    .meta({ uniqueItems: true, example: ['POST'] }),
  content_types: setOf(BODY_CONTENT_TYPES)
    .describe('Accepted media types.')
    .meta({ uniqueItems: true, example: ['application/json'] }),
  max_bytes: integer(1024, ENDPOINT_LIMITS.bodyBytes, 1_048_576).describe(
    'Maximum size of a body in bytes. A form with files can have up to 20 MiB and 10 files.',
  ),
  allowed_cidrs: z.array(Cidr).max(50).nullable().describe('Networks that can call the endpoint; null for all.'),
  allowed_origins: z
    .array(z.union([Origin, z.literal('*')]))
    .max(20)
    .nullable()
    .describe('Origins of web pages that can call the endpoint, `["*"]` for all; null for none.')
    .meta({ example: ['https://shop.example.com'] }),
  rate_limit_per_minute: integer(1, 6000, 600).describe('Maximum number of requests per minute.'),
  dedupe: EndpointDedupe.describe('Detection of duplicate requests.'),
  filter: z
    .union([Condition, z.array(Condition).min(1).max(10)])
    .nullable()
    .describe('Conditions that must all be true; null for none.')
    .meta({ example: 'body.ref == "refs/heads/main"' }),
  split: z
    .string()
    .max(200)
    .regex(/^[\w-]+(?:\.[\w-]+)*$/, 'Must be a dotted path, such as orders or data.items.')
    .nullable()
    .describe('Path to an array in the body. Each `item` of the array becomes one publication, at most 100.')
    .meta({ maxLength: 200, example: 'orders' }),
  mapping: Mapping.nullable().describe(
    'Mapping of a request to a publication: the body of `automation.publications.create` with templates as strings; null for none yet.',
  ),
  on_missing: z
    .enum(ON_MISSING)
    .describe(
      'Handling of an output such as `{{ body.name }}` whose value is missing or null. `reject`: nothing is published and the request is rejected with `missing_value`. `empty`: the output is an empty text. Use the filter `default` to set a value for one output. Conditions such as `{% if body.name %}` are not affected.',
    )
    .meta({ example: 'reject' }),
  targets: z
    .array(targetSchema(CHANNEL_SCHEMAS))
    .max(50)
    .describe('Targets of all publications of the endpoint.')
    .meta({ example: [{ channel: 'whatsapp', to: ['+15550100000'] }] }),
  dynamic_targets: z
    .enum(['none', 'known', 'any'])
    .describe('Targets that the mapping can add: `none`, only `known` chats, contacts and groups, or `any`.')
    .meta({ example: 'none' }),
  schedule: Schedule.nullable().describe('Schedule of the publications; null for at once.'),
  expires_after_seconds: integer(60, 2_592_000, 86_400).describe(
    'Seconds after the scheduled time at which unsent deliveries expire.',
  ),
  overflow: z
    .enum(OVERFLOWS)
    .describe('Handling of a text that is too long for a channel.')
    .meta({ example: 'reject' }),
  short_links: z.enum(SHORT_LINKS).describe('URLs that become short links.').meta({ example: 'off' }),
  allowed_headers: z
    .array(headerName('x-shop-domain'))
    .max(20)
    .refine(unique, 'Must have each value only once.')
    .describe('Additional headers for mappings and the log. Headers with credentials are not allowed.')
    .meta({ uniqueItems: true, example: ['x-shop-domain'] }),
  on_error: z
    .enum(['reject', 'accept_and_log'])
    .describe(
      'Response if the mapping fails. `reject`: an error. `accept_and_log`: an authenticated sender always gets a 2xx status.',
    )
    .meta({ example: 'reject' }),
  response: EndpointResponse.describe('Response to senders.'),
};

export const EndpointConfig = z.object({
  ...configFields,
  /** Missing in older stored configurations, which reject. */
  on_missing: configFields.on_missing.optional(),
});
export type EndpointConfig = z.output<typeof EndpointConfig>;

/** The preset takes precedence. */
export const CONFIG_DEFAULTS = {
  mode: 'publish',
  methods: ['POST'],
  content_types: [...BODY_CONTENT_TYPES],
  max_bytes: ENDPOINT_LIMITS.bodyBytes,
  allowed_cidrs: null,
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
  allowed_headers: [],
  on_error: 'reject',
  response: { status: 202, content_type: 'application/json', body: null, wait_ms: 0 },
} as const satisfies Partial<EndpointConfig>;
