import { z } from 'zod';

import { WEEK_SECONDS } from '../durations';
import { EVENT_TYPES } from '../events/events';
import { EventPattern } from '../events/patterns';
import { pageQuery } from '../page';
import { smallRecord, text, timeInput } from '../text';
import {
  HIDDEN_VALUE,
  MAX_URL_LENGTH,
  WEBHOOK_SOURCES,
  WEBHOOK_STATUSES,
  WebhookId,
  WebhookRetry,
  WebhookSelectors,
} from './webhooks';

/** The service sets these headers, or headers with these prefixes. */
const DENIED_HEADERS =
  'host content-length content-type transfer-encoding connection keep-alive te trailer upgrade expect user-agent accept-encoding';
const DENIED_PREFIXES = 'proxy- webhook- switchboard-';
/** JSON Schema patterns have no flags, so each letter matches both cases. */
const anyOf = (names: string): string =>
  names.replaceAll(' ', '|').replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
const HEADER_NAME = new RegExp(
  `^(?!(?:${anyOf(DENIED_HEADERS)})$|(?:${anyOf(DENIED_PREFIXES)}))[!#$%&'*+.^_\`|~0-9A-Za-z-]{1,64}$`,
);
const HEADER_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;
const MAX_HEADERS = 20;
const MAX_HEADER_VALUE = 4096;

const Headers = smallRecord(
  z
    .string()
    .max(64)
    .regex(HEADER_NAME, 'Must be the name of an HTTP header (RFC 9110) that the service does not set itself.'),
  // A hidden value can be sent back unchanged.
  z.union([
    z.literal(HIDDEN_VALUE),
    z.string().max(MAX_HEADER_VALUE).regex(HEADER_VALUE, 'Must be Latin-1 text without line breaks.'),
  ]),
  { most: MAX_HEADERS, things: 'headers' },
).meta({ example: { authorization: 'Bearer s3cr3t' } });

const Metadata = smallRecord(text(40), text(256, 0), { most: 20 }).meta({ example: { team: 'growth' } });

const Patterns = z.array(EventPattern).max(50);

const writable = {
  name: text(80).nullable().optional().describe('Name of the webhook; null for none.').meta({ example: 'Billing' }),
  description: text(500, 0).nullable().optional().describe('Description of the webhook; null for none.'),
  selectors: WebhookSelectors.nullable().optional().describe('Objects that the events are limited to; null for all.'),
  headers: Headers.nullable()
    .optional()
    .describe('Headers of every request. Their values are never returned. The value `••••` keeps the current one.'),
  timeout_seconds: z
    .number()
    .int()
    .min(5)
    .max(30)
    .optional()
    .describe('Timeout of an attempt in seconds. The default is 15.')
    .meta({ example: 15 }),
  max_in_flight: z
    .number()
    .int()
    .min(1)
    .max(32)
    .optional()
    .describe('Maximum number of parallel requests. The default is 8.')
    .meta({ example: 8 }),
  rate_limit_per_second: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .nullable()
    .optional()
    .describe('Maximum number of requests a second; null for no limit.'),
  ordering: z
    .enum(['none'])
    .optional()
    .describe('Order of deliveries. With `none`, a retried event can arrive after newer ones; sort by `sequence`.'),
  retry: WebhookRetry.optional().describe('Retry schedule for failed deliveries. The default is `standard`.'),
  source: z.enum(WEBHOOK_SOURCES).optional().describe('Tool that created the webhook. The default is `custom`.'),
  expires_at: timeInput('2035-03-01T00:00:00Z')
    .nullable()
    .optional()
    .describe('Time when the webhook is disabled automatically; null for never.'),
  metadata: Metadata.nullable()
    .optional()
    .describe('Your own key-value pairs. They are returned unchanged and not sent to the receiver.'),
};

const url = text(MAX_URL_LENGTH)
  .describe('URL of the receiver: a public https address.')
  .meta({ example: 'https://hooks.example.com/switchboard' });
const events = Patterns.describe(
  'Event types, `*`, or prefixes such as `link.*`. If empty, the webhook only receives events that are addressed to it.',
);
const BASE64 = '[A-Za-z0-9+/]';
/** 24 to 64 bytes: whole groups of three bytes, then one or two more. */
const OWN_SECRET = new RegExp(
  `^whsec_(?:(?:${BASE64}{4}){8,21}|(?:${BASE64}{4}){8,20}${BASE64}{3}=|(?:${BASE64}{4}){8,21}${BASE64}{2}==)$`,
);
const OwnSecret = z
  .string()
  .max(94)
  .regex(OWN_SECRET, 'Must be `whsec_` followed by the standard base64 of 24 to 64 bytes.')
  .describe('Your own signing secret. By default a secret is generated.')
  .meta({ example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' });

export const CreateWebhook = z.strictObject({ url, events, ...writable, secret: OwnSecret.optional() });
export type CreateWebhook = z.output<typeof CreateWebhook>;

export const UpdateWebhook = WebhookId.extend({ url: url.optional(), events: events.optional(), ...writable });
export type UpdateWebhook = z.output<typeof UpdateWebhook>;

export const EnableWebhook = WebhookId.extend({
  pending: z
    .enum(['send', 'cancel'])
    .default('send')
    .describe('What to do with pending deliveries.')
    .meta({ example: 'send' }),
});
export type EnableWebhook = z.output<typeof EnableWebhook>;

export const RotateWebhookSecret = WebhookId.extend({
  overlap_seconds: z
    .number()
    .int()
    .min(0)
    .max(WEEK_SECONDS)
    .default(86_400)
    .describe('Seconds for which requests are also signed with the older secrets; 0 removes them at once.')
    .meta({ example: 86_400 }),
  secret: OwnSecret.optional(),
});
export type RotateWebhookSecret = z.output<typeof RotateWebhookSecret>;

export const TestWebhook = WebhookId.extend({
  event_type: z
    .enum(EVENT_TYPES)
    .optional()
    .describe('Event type whose example is sent. The default is `webhook.tested`.')
    .meta({ example: 'webhook.tested' }),
});
export type TestWebhook = z.output<typeof TestWebhook>;

export const ListWebhooks = z.strictObject({
  ...pageQuery,
  status: z
    .array(z.enum(WEBHOOK_STATUSES))
    .min(1)
    .max(3)
    .optional()
    .describe('Only webhooks with these statuses.')
    .meta({ example: ['active'] }),
  event_type: z
    .string()
    .regex(/^[a-z][a-z_]*(\.[a-z_]+)+$/, 'Must be the name of an event type.')
    .max(80)
    .optional()
    .describe('Only webhooks that receive events of this type.')
    .meta({ maxLength: 80, example: 'api_key.revoked' }),
  source: z.enum(WEBHOOK_SOURCES).optional().describe('Only webhooks created by this tool.').meta({ example: 'n8n' }),
  q: text(80).optional().describe('Part of the name or the URL.').meta({ example: 'billing' }),
  sort: z
    .enum(['created_at', '-created_at', 'name', '-name'])
    .default('-created_at')
    .describe('Sort order. `-` means descending.')
    .meta({ example: '-created_at' }),
});
export type ListWebhooks = z.output<typeof ListWebhooks>;
