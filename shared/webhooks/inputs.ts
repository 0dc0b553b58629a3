import { z } from 'zod';

import { EVENT_TYPES } from '../events/events';
import { EventPattern } from '../events/patterns';
import { pageQuery } from '../page';
import { smallRecord, text, timeInput } from '../text';
import {
  HIDDEN,
  MAX_URL_LENGTH,
  WEBHOOK_SOURCES,
  WEBHOOK_STATUSES,
  WebhookId,
  WebhookRetry,
  WebhookSelectors,
  WEEK_SECONDS,
} from './webhooks';

/** Headers that the service sets itself, and the beginnings of such. */
const DENIED_HEADERS =
  'host content-length content-type transfer-encoding connection keep-alive te trailer upgrade expect user-agent accept-encoding';
const DENIED_PREFIXES = 'proxy- webhook- switchboard-';
/** Patterns of a schema have no flags, so each letter stands for both of its cases. */
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
  // What is hidden comes back as it was shown.
  z.union([
    z.literal(HIDDEN),
    z.string().max(MAX_HEADER_VALUE).regex(HEADER_VALUE, 'Must be Latin-1 text without line breaks.'),
  ]),
  { most: MAX_HEADERS, things: 'headers' },
).meta({ example: { authorization: 'Bearer s3cr3t' } });

const Metadata = smallRecord(text(40), text(256, 0), { most: 20 }).meta({ example: { team: 'growth' } });

const Patterns = z.array(EventPattern).max(50);

const writable = {
  name: text(80).nullable().optional().describe('Its name in lists; null for none.').meta({ example: 'Billing' }),
  description: text(500, 0).nullable().optional().describe('A longer note; null for none.'),
  selectors: WebhookSelectors.nullable().optional().describe('Narrows the events to named objects; null for all.'),
  headers: Headers.nullable()
    .optional()
    .describe(
      'Sent with every request; the values are never shown again. A value of `••••` keeps the one that is set.',
    ),
  timeout_seconds: z
    .number()
    .int()
    .min(5)
    .max(30)
    .optional()
    .describe('How long one attempt may take; 15 when absent.')
    .meta({ example: 15 }),
  max_in_flight: z
    .number()
    .int()
    .min(1)
    .max(32)
    .optional()
    .describe('Most requests at a time; 8 when absent.')
    .meta({ example: 8 }),
  rate_limit_per_second: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .nullable()
    .optional()
    .describe('Most requests a second; null for no limit.'),
  ordering: z.enum(['none']).optional().describe('`none`: sort by `sequence`; retries may overtake.'),
  retry: WebhookRetry.optional().describe('When a failed delivery is tried again; `standard` when absent.'),
  source: z.enum(WEBHOOK_SOURCES).optional().describe('The tool that made it; `custom` when absent.'),
  expires_at: timeInput('2027-03-01T00:00:00Z')
    .nullable()
    .optional()
    .describe('When it is disabled by itself; null for never.'),
  metadata: Metadata.nullable().optional().describe('Your own pairs, returned as they are and not sent.'),
};

const url = text(MAX_URL_LENGTH)
  .describe('Where events are sent: https, a public address.')
  .meta({ example: 'https://hooks.example.com/switchboard' });
const events = Patterns.describe(
  'Types, `*`, or prefixes such as `link.*`. Empty: only events that are addressed to this webhook.',
);
const BASE64 = '[A-Za-z0-9+/]';
/** 24 to 64 bytes: whole groups of three bytes, then one or two more. */
const OWN_SECRET = new RegExp(
  `^whsec_(?:(?:${BASE64}{4}){8,21}|(?:${BASE64}{4}){8,20}${BASE64}{3}=|(?:${BASE64}{4}){8,21}${BASE64}{2}==)$`,
);
const OwnSecret = z
  .string()
  .max(94)
  .regex(OWN_SECRET, 'Must be `whsec_` and the standard base64 of 24 to 64 bytes.')
  .describe('Your own signing secret; made for you when absent.')
  .meta({ example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' });

export const CreateWebhook = z.strictObject({ url, events, ...writable, secret: OwnSecret.optional() });
export type CreateWebhook = z.output<typeof CreateWebhook>;

export const UpdateWebhook = WebhookId.extend({ url: url.optional(), events: events.optional(), ...writable });
export type UpdateWebhook = z.output<typeof UpdateWebhook>;

export const EnableWebhook = WebhookId.extend({
  pending: z
    .enum(['send', 'cancel'])
    .default('send')
    .describe('What becomes of the deliveries that waited.')
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
    .describe('How long older secrets sign too, in seconds; 0 ends them at once.')
    .meta({ example: 86_400 }),
  secret: OwnSecret.optional(),
});
export type RotateWebhookSecret = z.output<typeof RotateWebhookSecret>;

export const TestWebhook = WebhookId.extend({
  event_type: z
    .enum(EVENT_TYPES)
    .optional()
    .describe('The example of this type is sent; `webhook.tested` when absent.')
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
    .describe('Only webhooks of these states.')
    .meta({ example: ['active'] }),
  event_type: z
    .string()
    .regex(/^[a-z][a-z_]*(\.[a-z_]+)+$/, 'Must be the name of an event type.')
    .max(80)
    .optional()
    .describe('Only webhooks that would get an event of this type.')
    .meta({ maxLength: 80, example: 'api_key.revoked' }),
  source: z.enum(WEBHOOK_SOURCES).optional().describe('Only webhooks made by this tool.').meta({ example: 'n8n' }),
  q: text(80).optional().describe('Part of the name or the URL.').meta({ example: 'billing' }),
  sort: z
    .enum(['created_at', '-created_at', 'name', '-name'])
    .default('-created_at')
    .describe('Order; `-` turns it round.')
    .meta({ example: '-created_at' }),
});
export type ListWebhooks = z.output<typeof ListWebhooks>;
