import { expandScopes } from '../../../shared/access/scopes';
import { HIDDEN_VALUE, Webhook, type WebhookHealth } from '../../../shared/webhooks/webhooks';
import { subscriptionWarnings } from '../../events/type-warnings';
import { presentAs } from '../../present-as';
import type { InProcessState } from '../dispatcher/dispatcher-types';
import type { webhooks } from '../schema';
import { receiverOf } from './receiver-kind';

export type WebhookColumns = typeof webhooks.$inferSelect;

export interface WebhookStats {
  live: InProcessState;
  pendingCount: number;
  nextAttemptAt: Date | null;
  successRate24h: number | null;
}

/** Queues are not counted for webhooks in events. */
const NO_STATS: WebhookStats = {
  live: { inFlight: 0, isProbing: false },
  pendingCount: 0,
  nextAttemptAt: null,
  successRate24h: null,
};

const text = (time: Date | null): string | null => time?.toISOString() ?? null;

export const webhookTarget = (row: Pick<WebhookColumns, 'id' | 'name' | 'url'>) => ({
  type: 'webhook',
  id: row.id,
  label: row.name ?? webhookHost(row.url),
});

export const webhookHost = (url: string): string => new URL(url).host || url;

export function presentWebhook(row: WebhookColumns, now: Date, stats: WebhookStats = NO_STATS): Webhook {
  return presentAs(Webhook, row, {
    selectors: Object.keys(row.selectors).length > 0 ? row.selectors : null,
    headers: Object.fromEntries(row.headerNames.map((name) => [name, HIDDEN_VALUE])),
    ordering: 'none',
    secrets: row.secrets.filter(({ expires_at }) => expires_at === null || new Date(expires_at) > now),
    receiver: receiverOf(row.url),
    warnings: subscriptionWarnings(row.events, expandScopes(row.grant.scopes), 'events'),
    health: presentHealth(row, now, stats),
  });
}

export function presentHealth(row: WebhookColumns, now: Date, stats: WebhookStats): WebhookHealth {
  const isOpen = row.openUntil !== null && row.openUntil > now;
  return {
    status: row.degradedAt ? 'degraded' : row.failingSinceAt ? 'failing' : 'healthy',
    consecutive_failures: row.consecutiveFailures,
    failing_since_at: text(row.failingSinceAt),
    last_success_at: text(row.lastSuccessAt),
    last_failure_at: text(row.lastFailureAt),
    last_failure: row.lastFailureCode ? { code: row.lastFailureCode, http_status: row.lastFailureStatus } : null,
    circuit_breaker: isOpen ? 'open' : stats.live.isProbing || row.openings > 0 ? 'half_open' : 'closed',
    resumes_at: isOpen ? text(row.openUntil) : null,
    in_flight: stats.live.inFlight,
    pending_count: stats.pendingCount,
    next_attempt_at: text(stats.nextAttemptAt),
    success_rate_24h: stats.successRate24h,
  };
}
