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
const RETRY_PRESETS = ['standard', 'fast', 'none'] as const;

/** Receiver in the console for users without a public address; deliveries stay in the process. */
export const INBOX_URL = 'switchboard://inbox';
/** Replaces secret header values; sent back, it keeps the stored value. */
export const HIDDEN_VALUE = '••••';
export const MAX_URL_LENGTH = 2048;

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
  .describe('Objects that the events are limited to. Events that are not about such objects are always sent.');
export type WebhookSelectors = z.output<typeof WebhookSelectors>;
export type SelectorName = keyof WebhookSelectors;

export const WebhookRetry = oneOf([
  z.strictObject({
    preset: z
      .enum(RETRY_PRESETS)
      .describe('Retry schedule: `standard` has 12 attempts in three days, `fast` 6 in half an hour, `none` only one.'),
  }),
  z.strictObject({
    delays_seconds: z
      .array(z.number().int().min(1).max(86_400))
      .min(1)
      .max(15)
      .describe(
        'Seconds to wait before each retry. The first attempt is sent at once. The sum can be at most one week.',
      ),
  }),
]);
export type WebhookRetry = z.output<typeof WebhookRetry>;

export const WebhookId = z.strictObject({ webhook_id: idOf(ID_PREFIXES.webhook).describe('Id of the webhook.') });
export type WebhookId = z.output<typeof WebhookId>;

const RECEIVER_KINDS = ['n8n', 'zapier', 'make', 'pipedream', 'inbox', 'custom'] as const;

const EXAMPLE_HEALTH = {
  status: 'healthy',
  consecutive_failures: 0,
  failing_since_at: null,
  last_success_at: '2026-11-21T09:29:58.120Z',
  last_failure_at: null,
  last_failure: null,
  circuit_breaker: 'closed',
  resumes_at: null,
  in_flight: 0,
  pending_count: 0,
  next_attempt_at: null,
  success_rate_24h: 1,
} as const;

export const WebhookHealth = z
  .object({
    status: z
      .enum(['healthy', 'unstable', 'failing', 'degraded'])
      .describe(
        'State of the health. `failing`: the last attempt failed. `degraded`: one hour of failures, or three exhausted deliveries in a row. `unstable`: the last attempt succeeded, but less than 90 % of the recent ones: those of the last hours with at least 20 attempts, at most one day. It needs 10 attempts, and is not reported in events.',
      ),
    consecutive_failures: z.number().int().min(0).describe('Number of failed attempts since the last success.'),
    failing_since_at: timestamp().nullable().describe('Time of the first of these failures.'),
    last_success_at: timestamp().nullable().describe('Time of the last successful delivery.'),
    last_failure_at: timestamp().nullable().describe('Time of the last failed attempt.'),
    last_failure: z
      .object({
        code: z.string().describe('Result code of the attempt.'),
        http_status: z
          .number()
          .int()
          .min(0)
          .nullable()
          .describe('HTTP status of the response; null if there was none.'),
      })
      .nullable()
      .describe('Last failure.'),
    circuit_breaker: z
      .enum(['closed', 'open', 'half_open'])
      .describe('State of the circuit breaker. `open`: nothing is sent until `resumes_at`.'),
    resumes_at: timestamp().nullable().describe('Time when sending continues.'),
    in_flight: z.number().int().min(0).describe('Number of requests that wait for a response.'),
    pending_count: z.number().int().min(0).describe('Number of pending deliveries, counted up to 10,000.'),
    next_attempt_at: timestamp().nullable().describe('Time of the next attempt.'),
    success_rate_24h: z.number().nullable().describe('Share of successful attempts in the last 24 hours, 0 to 1.'),
  })
  .meta({ id: 'WebhookHealth', description: 'Health of a webhook.', example: EXAMPLE_HEALTH });
export type WebhookHealth = z.output<typeof WebhookHealth>;

export const Webhook = z
  .object({
    id: idOf(ID_PREFIXES.webhook).describe('Id of the webhook.'),
    workspace_id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
    url: z.string().describe('URL of the receiver.'),
    name: z.string().nullable().describe('Name of the webhook.'),
    description: z.string().nullable().describe('Description of the webhook.'),
    events: z.array(z.string()).describe('Event types and patterns of the subscription.'),
    selectors: WebhookSelectors.nullable().describe('Objects that the events are limited to.'),
    headers: z.record(z.string(), z.string()).describe('Names of the custom headers. Their values are hidden.'),
    timeout_seconds: z.number().int().min(0).describe('Timeout of an attempt in seconds.'),
    max_in_flight: z.number().int().min(0).describe('Maximum number of parallel requests.'),
    rate_limit_per_second: z.number().int().min(0).nullable().describe('Maximum number of requests a second.'),
    ordering: z.enum(['none']).describe('Order of deliveries.'),
    retry: WebhookRetry.describe('Retry schedule for failed deliveries.'),
    source: z.enum(WEBHOOK_SOURCES).describe('Tool that created the webhook.'),
    expires_at: timestamp().nullable().describe('Time when the webhook is disabled automatically.'),
    metadata: z.record(z.string(), z.string()).describe('Your own key-value pairs.'),
    status: z
      .enum(WEBHOOK_STATUSES)
      .describe('Status of the webhook. `paused`: deliveries wait. `disabled`: no deliveries are created.'),
    disabled_reason: z.enum(DISABLED_REASONS).nullable().describe('Reason why the webhook is disabled.'),
    disabled_at: timestamp().nullable().describe('Time when the webhook was disabled.'),
    secrets: z
      .array(
        z.object({
          masked_secret: z.string().describe('Last characters of the secret.'),
          created_at: timestamp().describe('Time when the secret was created.'),
          expires_at: timestamp()
            .nullable()
            .describe('Time when the secret is no longer used for signing; null for the current one.'),
        }),
      )
      .describe('Active signing secrets, newest first.'),
    receiver: z
      .object({
        kind: z.enum(RECEIVER_KINDS).describe('Kind of the receiver, recognized by its URL.'),
        warnings: z.array(z.enum(['n8n_test_url', 'plain_http'])).describe('Warnings about the receiver.'),
      })
      .describe('Receiver of the events.'),
    warnings: z
      .array(EventWarning)
      .describe(
        'Event types that match `events` but are not sent, because the caller who set `events` could not read them. Empty if there are none.',
      )
      .meta({ maxItems: 1 }),
    health: WebhookHealth.describe('Health of the webhook.'),
    created_by: z
      .union([
        z.object({ key_id: z.string().describe('Id of the key that created the webhook.') }),
        z.object({ user_id: z.string().describe('Id of the user who created the webhook.') }),
      ])
      .describe('Creator of the webhook.'),
    created_sequence: z
      .number()
      .int()
      .min(0)
      .describe('Sequence number when the webhook was created. Only later events are delivered.'),
    created_at: timestamp().describe('Time when the webhook was created.'),
    updated_at: timestamp().describe('Time of the last change.'),
    version: z.number().int().min(0).describe('Version of the webhook, increased with each change. It is the ETag.'),
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
      headers: { authorization: HIDDEN_VALUE },
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
      secrets: [{ masked_secret: 'whsec_…Lw8=', created_at: '2026-11-21T09:30:00.000Z', expires_at: null }],
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
  secret: z
    .string()
    .nullable()
    .describe('Signing secret. Only this response contains it; an idempotent replay returns null.'),
}).meta({
  id: 'WebhookWithSecret',
  extends: 'Webhook',
  example: { ...(Webhook.meta()?.['example'] as Webhook), secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
});
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>;
