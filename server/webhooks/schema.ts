import type { KeyResources } from '../../shared/access/keys';
import type { Scope } from '../../shared/access/scopes';
import type { AttemptCode, CancelReason, DeliveryTrigger } from '../../shared/webhooks/deliveries';
import type { ReplayMode, ReplayStatus } from '../../shared/webhooks/replays';
import type { DisabledReason, WebhookRetry, WebhookSelectors, WebhookSource } from '../../shared/webhooks/webhooks';
import {
  bigInteger,
  boolean,
  index,
  integer,
  json,
  primaryKey,
  rowNumber,
  table,
  text,
  timestamp,
  uniqueIndex,
} from '../db/columns';
import { createdAt, id, updatedAt, version, partialIndex, partialUniqueIndex } from '../db/common-columns';
import { workspaceId } from '../db/workspaces';

export const webhooks = table(
  'webhooks',
  {
    no: rowNumber('no'),
    id: text('id').notNull(),
    workspaceId: workspaceId(),
    url: text('url').notNull(),
    name: text('name'),
    description: text('description'),
    events: json<string[]>('events').notNull(),
    selectors: json<WebhookSelectors>('selectors').notNull(),
    grant: json<{ scopes: Scope[]; resources: KeyResources }>('read_grant').notNull(),
    /** Sealed JSON of name → value; `header_names` has only the names. */
    headersSealed: text('headers_sealed'),
    headerNames: json<string[]>('header_names').notNull(),
    /** Sealed JSON list of the secrets, newest first, in the order of `secrets`. */
    secretsSealed: text('secrets_sealed').notNull(),
    secrets: json<{ masked_secret: string; created_at: string; expires_at: string | null }[]>('secrets').notNull(),
    timeoutSeconds: integer('timeout_seconds').notNull(),
    maxInFlight: integer('max_in_flight').notNull(),
    rateLimitPerSecond: integer('rate_limit_per_second'),
    retry: json<WebhookRetry>('retry').notNull(),
    source: text('source').$type<WebhookSource>().notNull(),
    metadata: json<Record<string, string>>('metadata').notNull(),
    expiresAt: timestamp('expires_at'),

    status: text('status').$type<'active' | 'paused' | 'disabled'>().notNull().default('active'),
    disabledReason: text('disabled_reason').$type<DisabledReason>(),
    disabledAt: timestamp('disabled_at'),
    deletedAt: timestamp('deleted_at'),

    consecutiveFailures: integer('consecutive_failures').notNull().default(0),
    consecutiveExhausted: integer('consecutive_exhausted').notNull().default(0),
    consecutiveBlocked: integer('consecutive_blocked').notNull().default(0),
    failingSinceAt: timestamp('failing_since_at'),
    runFailures: integer('run_failures').notNull().default(0),
    lastSuccessAt: timestamp('last_success_at'),
    lastFailureAt: timestamp('last_failure_at'),
    lastFailureCode: text('last_failure_code').$type<AttemptCode>(),
    lastFailureStatus: integer('last_failure_status'),
    /** The breaker is open, or the receiver requested a pause. */
    openUntil: timestamp('open_until'),
    openReason: text('open_reason').$type<'circuit_breaker' | 'retry_after'>(),
    openings: integer('openings').notNull().default(0),
    degradedAt: timestamp('degraded_at'),

    createdSequence: bigInteger('created_sequence').notNull(),
    createdBy: json<{ key_id: string } | { user_id: string }>('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('webhooks_id_key').on(t.id),
    index('webhooks_workspace_idx').on(t.workspaceId, t.no),
    partialIndex('webhooks_expires_idx', [t.expiresAt], 'expires_at is not null'),
  ],
);

export type WebhookRow = typeof webhooks.$inferSelect;

export const DELIVERY_STATE = { pending: 0, leased: 1, succeeded: 2, exhausted: 3, canceled: 4 } as const;

/** One event for one webhook. These rows are the queue, so a crash loses nothing. */
export const webhookDeliveries = table(
  'webhook_deliveries',
  {
    no: rowNumber('no'),
    id: text('id').notNull(),
    workspaceId: workspaceId(),
    webhookNo: bigInteger('webhook_no').notNull(),
    /** 0 for a test event, which has no row; its body is stored with the attempt. */
    eventSequence: bigInteger('event_sequence').notNull(),
    eventId: text('event_id').notNull(),
    eventType: text('event_type').notNull(),
    state: integer('state').notNull().default(0),
    trigger: text('trigger').$type<DeliveryTrigger>().notNull(),
    /** Not part of the subscription: the handler of its type is called when it ends. */
    addressed: boolean('addressed').notNull().default(false),
    attempts: integer('attempts').notNull().default(0),
    /** Attempts that do not count against the schedule: interrupted, or failed at the operator’s proxy. */
    uncounted: integer('uncounted').notNull().default(0),
    interruptions: integer('interruptions').notNull().default(0),
    /** Attempts before the last manual retry, which starts a new budget. */
    budgetFrom: integer('budget_from').notNull().default(0),
    nextAt: timestamp('next_at').notNull(),
    leaseOwner: text('lease_owner'),
    leaseUntil: timestamp('lease_until'),
    lastCode: text('last_code').$type<AttemptCode>(),
    lastStatus: integer('last_status'),
    lastAt: timestamp('last_at'),
    resendOf: text('resend_of'),
    replayId: text('replay_id'),
    cancelReason: text('cancel_reason').$type<CancelReason>(),
    createdAt: createdAt(),
    completedAt: timestamp('completed_at'),
  },
  (t) => [
    uniqueIndex('webhook_deliveries_id_key').on(t.id),
    partialIndex('webhook_deliveries_due_idx', [t.webhookNo, t.nextAt], 'state = 0'),
    partialIndex('webhook_deliveries_lease_idx', [t.leaseUntil], 'state = 1'),
    index('webhook_deliveries_event_idx').on(t.webhookNo, t.eventSequence),
    index('webhook_deliveries_log_idx').on(t.webhookNo, t.no),
    partialIndex('webhook_deliveries_dead_idx', [t.webhookNo, t.no], 'state = 3'),
    partialIndex('webhook_deliveries_replay_idx', [t.replayId, t.state], 'replay_id is not null'),
    partialIndex('webhook_deliveries_addressed_idx', [t.webhookNo, t.no], 'state = 0 and addressed'),
    index('webhook_deliveries_created_idx').on(t.workspaceId, t.createdAt),
  ],
);

export const webhookAttempts = table(
  'webhook_attempts',
  {
    workspaceId: workspaceId(),
    deliveryNo: bigInteger('delivery_no').notNull(),
    number: integer('number').notNull(),
    startedAt: timestamp('started_at').notNull(),
    code: text('code').$type<AttemptCode>().notNull(),
    detail: text('detail'),
    status: integer('status'),
    dnsMs: integer('dns_ms'),
    connectMs: integer('connect_ms'),
    tlsMs: integer('tls_ms'),
    firstByteMs: integer('first_byte_ms'),
    totalMs: integer('total_ms').notNull(),
    remoteIp: text('remote_ip'),
    flags: json<{ reused?: true; late?: true; truncated?: true; incomplete?: true; withheld?: true }>(
      'flags',
    ).notNull(),
    retryAfterSeconds: integer('retry_after_seconds'),
    url: text('url').notNull(),
    requestHeaders: json<[string, string][]>('request_headers').notNull(),
    /** Only for tests, whose event has no row. */
    requestBody: text('request_body'),
    responseHeaders: json<[string, string][]>('response_headers').notNull(),
    responseBody: text('response_body'),
    responseBytes: bigInteger('response_bytes').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.deliveryNo, t.number] }),
    index('webhook_attempts_started_idx').on(t.workspaceId, t.startedAt),
  ],
);

/** A tick inserts deliveries and moves the cursor in one transaction. */
export const webhookReplays = table(
  'webhook_replays',
  {
    id: id(),
    workspaceId: workspaceId(),
    webhookNo: bigInteger('webhook_no').notNull(),
    webhookId: text('webhook_id').notNull(),
    mode: text('mode').$type<ReplayMode>().notNull(),
    eventTypes: json<string[]>('event_types').notNull(),
    createdAfter: timestamp('created_after'),
    createdBefore: timestamp('created_before'),
    afterSequence: bigInteger('after_sequence').notNull(),
    untilSequence: bigInteger('until_sequence').notNull(),
    cursorSequence: bigInteger('cursor_sequence').notNull(),
    ratePerSecond: integer('rate_per_second').notNull(),
    status: text('status').$type<ReplayStatus>().notNull(),
    matchedCount: bigInteger('matched_count').notNull().default(0),
    createdCount: bigInteger('created_count').notNull().default(0),
    createdBy: json<{ key_id: string } | { user_id: string }>('created_by').notNull(),
    createdAt: createdAt(),
    completedAt: timestamp('completed_at'),
  },
  (t) => [
    partialUniqueIndex('webhook_replays_open_key', [t.webhookNo], "status in ('queued', 'running', 'paused')"),
    index('webhook_replays_workspace_idx').on(t.workspaceId, t.id),
  ],
);

export type ReplayRow = typeof webhookReplays.$inferSelect;

export const webhookStats = table(
  'webhook_stats',
  {
    workspaceId: workspaceId(),
    webhookNo: bigInteger('webhook_no').notNull(),
    hour: timestamp('hour').notNull(),
    succeeded: bigInteger('succeeded').notNull(),
    failed: bigInteger('failed').notNull(),
    totalMs: bigInteger('total_ms').notNull(),
  },
  (t) => [primaryKey({ columns: [t.webhookNo, t.hour] }), index('webhook_stats_hour_idx').on(t.workspaceId, t.hour)],
);

/** PostgreSQL only. */
export const nodes = table('nodes', {
  id: id(),
  startedAt: timestamp('started_at').notNull(),
  heartbeatAt: timestamp('heartbeat_at').notNull(),
});
