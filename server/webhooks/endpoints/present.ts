import { expandScopes } from '../../../shared/access/scopes';
import { HIDDEN, type Webhook, type WebhookHealth } from '../../../shared/webhooks/webhooks';
import { leftOutOfSubscription } from '../../events/left-out';
import type { LiveFigures } from '../dispatcher/dispatcher-types';
import type { webhooks } from '../schema';
import { receiverOf } from './receiver';

export type WebhookRow = typeof webhooks.$inferSelect;

/** What is counted rather than stored. */
export interface WebhookFigures {
  live: LiveFigures;
  pendingCount: number;
  nextAttemptAt: Date | null;
  successRate24h: number | null;
}

/** Of a webhook in an event: its queue is not counted for that. */
const UNCOUNTED: WebhookFigures = {
  live: { inFlight: 0, isProbing: false },
  pendingCount: 0,
  nextAttemptAt: null,
  successRate24h: null,
};

const text = (time: Date | null): string | null => time?.toISOString() ?? null;

export const webhookTarget = (row: Pick<WebhookRow, 'id' | 'name' | 'url'>) => ({
  type: 'webhook',
  id: row.id,
  label: row.name ?? hostOf(row.url),
});

export const hostOf = (url: string): string => new URL(url).host || url;

/** A webhook as callers see it: no secret, no value of a header. */
export function presentWebhook(row: WebhookRow, now: Date, figures: WebhookFigures = UNCOUNTED): Webhook {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    url: row.url,
    name: row.name,
    description: row.description,
    events: row.events,
    selectors: Object.keys(row.selectors).length > 0 ? row.selectors : null,
    headers: Object.fromEntries(row.headerNames.map((name) => [name, HIDDEN])),
    timeout_seconds: row.timeoutSeconds,
    max_in_flight: row.maxInFlight,
    rate_limit_per_second: row.rateLimitPerSecond,
    ordering: 'none',
    retry: row.retry,
    source: row.source,
    expires_at: text(row.expiresAt),
    metadata: row.metadata,
    status: row.status,
    disabled_reason: row.disabledReason,
    disabled_at: text(row.disabledAt),
    secrets: row.secrets.filter(({ expires_at }) => expires_at === null || new Date(expires_at) > now),
    receiver: receiverOf(row.url),
    warnings: leftOutOfSubscription(row.events, expandScopes(row.grant.scopes), 'events'),
    health: presentHealth(row, now, figures),
    created_by: row.createdBy,
    created_sequence: row.createdSequence,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    version: row.version,
  };
}

export function presentHealth(row: WebhookRow, now: Date, figures: WebhookFigures): WebhookHealth {
  const isOpen = row.openUntil !== null && row.openUntil > now;
  return {
    state: row.degradedAt ? 'degraded' : row.failingSinceAt ? 'failing' : 'healthy',
    consecutive_failures: row.consecutiveFailures,
    failing_since_at: text(row.failingSinceAt),
    last_success_at: text(row.lastSuccessAt),
    last_failure_at: text(row.lastFailureAt),
    last_failure: row.lastFailureCode ? { code: row.lastFailureCode, http_status: row.lastFailureStatus } : null,
    breaker: isOpen ? 'open' : figures.live.isProbing || row.openings > 0 ? 'half_open' : 'closed',
    resumes_at: isOpen ? text(row.openUntil) : null,
    in_flight: figures.live.inFlight,
    pending_count: figures.pendingCount,
    next_attempt_at: text(figures.nextAttemptAt),
    success_rate_24h: figures.successRate24h,
  };
}
