import { z } from 'zod';

import { EventWarning } from '../events/warning';
import { ID_PREFIXES } from '../ids';
import { oneOf } from '../one-of';
import { idOf, timestamp } from '../text';

export const WEBHOOK_STATUSES = ['active', 'paused', 'disabled'] as const;
export const WEBHOOK_SOURCES = ['custom', 'console', 'n8n', 'zapier', 'make', 'activepieces'] as const;
export type WebhookSource = (typeof WEBHOOK_SOURCES)[number];
const DISABLED_REASONS = ['user', 'gone', 'failing', 'blocked_target', 'expired'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];
export const RETRY_PRESETS = ['standard', 'fast', 'none'] as const;

/** Built-in receiver of the console, for those without a public address: answered in process. */
export const INBOX_URL = 'switchboard://inbox';
/** Stands for the value of a header, which is never shown; sent back, it keeps the value that is set. */
export const HIDDEN = '••••';
export const MAX_URL_LENGTH = 2048;
export const WEEK_SECONDS = 604_800;

const ids = (prefix: string) => z.array(idOf(prefix)).min(1).max(100).optional();

export const WebhookSelectors = z
  .strictObject({
    instance_ids: ids('wai').describe('Only events of these WhatsApp instances.'),
    chat_ids: ids('cht').describe('Only events of these chats.'),
    link_ids: ids('lnk').describe('Only events of these links.'),
    domain_ids: ids('dom').describe('Only events of links on these domains.'),
    endpoint_ids: ids('iep').describe('Only events of these inbound endpoints.'),
    tag_ids: ids('tag').describe('Only events of links with one of these tags.'),
  })
  .describe('Narrows the events that are about such an object; events about none of them always pass.');
export type WebhookSelectors = z.output<typeof WebhookSelectors>;
export type SelectorName = keyof WebhookSelectors;

export const WebhookRetry = oneOf([
  z.strictObject({
    preset: z
      .enum(RETRY_PRESETS)
      .describe('`standard`: 12 attempts in three days. `fast`: 6 in half an hour. `none`: one attempt.'),
  }),
  z.strictObject({
    delays_seconds: z
      .array(z.number().int().min(1).max(86_400))
      .min(1)
      .max(15)
      .describe('Pauses between the attempts, after the first at once; together a week at most.'),
  }),
]);
export type WebhookRetry = z.output<typeof WebhookRetry>;

export const WebhookId = z.strictObject({ webhook_id: idOf(ID_PREFIXES.webhook).describe('Id of the webhook.') });
export type WebhookId = z.output<typeof WebhookId>;

const RECEIVER_KINDS = ['n8n', 'zapier', 'make', 'pipedream', 'inbox', 'custom'] as const;

const EXAMPLE_HEALTH = {
  state: 'healthy',
  consecutive_failures: 0,
  failing_since_at: null,
  last_success_at: '2026-11-21T09:29:58.120Z',
  last_failure_at: null,
  last_failure: null,
  breaker: 'closed',
  resumes_at: null,
  in_flight: 0,
  pending_count: 0,
  next_attempt_at: null,
  success_rate_24h: 1,
} as const;

export const WebhookHealth = z
  .object({
    state: z
      .enum(['healthy', 'failing', 'degraded'])
      .describe('`degraded` after an hour of failures, or three exhausted deliveries in a row.'),
    consecutive_failures: z.number().int().min(0).describe('Failed attempts since the last success.'),
    failing_since_at: timestamp().nullable().describe('When the failures began.'),
    last_success_at: timestamp().nullable().describe('When a delivery last succeeded.'),
    last_failure_at: timestamp().nullable().describe('When an attempt last failed.'),
    last_failure: z
      .object({
        code: z.string().describe('Code of the attempt.'),
        http_status: z.number().int().min(0).nullable().describe('Status of the answer, if there was one.'),
      })
      .nullable()
      .describe('How it failed.'),
    breaker: z.enum(['closed', 'open', 'half_open']).describe('`open`: nothing is sent until `resumes_at`.'),
    resumes_at: timestamp().nullable().describe('When sending goes on.'),
    in_flight: z.number().int().min(0).describe('Requests that wait for an answer now.'),
    pending_count: z.number().int().min(0).describe('Deliveries that wait, counted up to 10,000.'),
    next_attempt_at: timestamp().nullable().describe('When the next delivery is due.'),
    success_rate_24h: z
      .number()
      .nullable()
      .describe('Part of the attempts of the last 24 hours that succeeded, 0 to 1.'),
  })
  .meta({ id: 'WebhookHealth', description: 'How the deliveries of a webhook go.', example: EXAMPLE_HEALTH });
export type WebhookHealth = z.output<typeof WebhookHealth>;

export const Webhook = z
  .object({
    id: idOf(ID_PREFIXES.webhook).describe('Id of the webhook.'),
    workspace_id: idOf(ID_PREFIXES.workspace).describe('The workspace it belongs to.'),
    url: z.string().describe('Where events are sent.'),
    name: z.string().nullable().describe('Its name in lists.'),
    description: z.string().nullable().describe('A longer note.'),
    events: z.array(z.string()).describe('Types and globs it subscribes to.'),
    selectors: WebhookSelectors.nullable().describe('What the events are narrowed to.'),
    headers: z.record(z.string(), z.string()).describe('Names of its own headers; values are hidden.'),
    timeout_seconds: z.number().int().min(0).describe('How long one attempt may take.'),
    max_in_flight: z.number().int().min(0).describe('Most requests at a time.'),
    rate_limit_per_second: z.number().int().min(0).nullable().describe('Most requests a second.'),
    ordering: z.enum(['none']).describe('Order of deliveries.'),
    retry: WebhookRetry.describe('When a failed delivery is tried again.'),
    source: z.enum(WEBHOOK_SOURCES).describe('The tool that made it.'),
    expires_at: timestamp().nullable().describe('When it is disabled by itself.'),
    metadata: z.record(z.string(), z.string()).describe('Your own pairs.'),
    status: z
      .enum(WEBHOOK_STATUSES)
      .describe('`paused`: deliveries wait. `disabled`: events are not delivered at all.'),
    disabled_reason: z.enum(DISABLED_REASONS).nullable().describe('Why it is disabled.'),
    disabled_at: timestamp().nullable().describe('When it was disabled.'),
    secrets: z
      .array(
        z.object({
          hint: z.string().describe('Its last characters.'),
          created_at: timestamp().describe('When it was made.'),
          expires_at: timestamp().nullable().describe('When it stops signing; null for the current one.'),
        }),
      )
      .describe('The secrets that sign, newest first.'),
    receiver: z
      .object({
        kind: z.enum(RECEIVER_KINDS).describe('Recognised by the URL.'),
        warnings: z.array(z.enum(['n8n_test_url', 'plain_http'])).describe('What to look at.'),
      })
      .describe('What is at the other end.'),
    warnings: z
      .array(EventWarning)
      .describe(
        'Event types that `events` matches and that are not sent, because whoever set `events` could not read them. Empty if nothing is left out.',
      )
      .meta({ maxItems: 1 }),
    health: WebhookHealth.describe('How deliveries go.'),
    created_by: z
      .union([
        z.object({ key_id: z.string().describe('The key that made it.') }),
        z.object({ user_id: z.string().describe('The person who made it.') }),
      ])
      .describe('Who made it.'),
    created_sequence: z.number().int().min(0).describe('The first event that can be delivered is the next one.'),
    created_at: timestamp().describe('When it was made.'),
    updated_at: timestamp().describe('When it last changed.'),
    version: z.number().int().min(0).describe('Grows with each change; its ETag.'),
  })
  .meta({
    id: 'Webhook',
    example: {
      id: 'whk_01jd9x3k2mf8v9q4zt7w5b6n0c',
      workspace_id: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c',
      url: 'https://hooks.example.com/switchboard',
      name: 'Billing',
      description: null,
      events: ['api_key.*'],
      selectors: null,
      headers: { authorization: HIDDEN },
      timeout_seconds: 15,
      max_in_flight: 8,
      rate_limit_per_second: null,
      ordering: 'none',
      retry: { preset: 'standard' },
      source: 'custom',
      expires_at: null,
      metadata: { team: 'growth' },
      status: 'active',
      disabled_reason: null,
      disabled_at: null,
      secrets: [{ hint: 'whsec_…Lw8=', created_at: '2026-11-21T09:30:00.000Z', expires_at: null }],
      receiver: { kind: 'custom', warnings: [] },
      warnings: [],
      health: EXAMPLE_HEALTH,
      created_by: { key_id: 'key_01jd9x3k2mf8v9q4zt7w5b6n0c' },
      created_sequence: 1842,
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
      version: 1,
    },
  });
export type Webhook = z.output<typeof Webhook>;

export const WebhookWithSecret = Webhook.extend({
  secret: z.string().nullable().describe('The signing secret, in this answer only; null in an idempotent replay.'),
}).meta({
  id: 'WebhookWithSecret',
  example: { ...(Webhook.meta()?.['example'] as Webhook), secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
});
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>;
