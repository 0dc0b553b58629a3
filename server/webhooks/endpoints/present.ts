import { expandScopes } from '../../../shared/access/scopes';
import { HIDDEN_VALUE, Webhook, type WebhookHealth } from '../../../shared/webhooks/webhooks';
import { subscriptionWarnings } from '../../events/type-warnings';
import { presentAs } from '../../present-as';
import { timeText } from '../../times';
import type { InProcessState } from '../dispatcher/dispatcher-types';
import { validSecrets } from '../dispatcher/sending/webhook-sealer';
import type { WebhookRow } from '../schema';
import { receiverOf } from './receiver-kind';

export interface QueueStats {
  live: InProcessState;
  pendingCount: number;
  nextAttemptAt: Date | null;
  successRate24h: number | null;
  /** Too many of the recent attempts failed. */
  isUnstable: boolean;
}

/** Queues and attempts are not counted for webhooks in events. */
const NO_STATS: QueueStats = {
  live: { inFlight: 0, isProbing: false },
  pendingCount: 0,
  nextAttemptAt: null,
  successRate24h: null,
  isUnstable: false,
};

export const webhookTarget = (row: Pick<WebhookRow, 'id' | 'name' | 'url'>) => ({
  type: 'webhook',
  id: row.id,
  label: row.name ?? webhookHost(row.url),
});

export const webhookHost = (url: string): string => new URL(url).host || url;

export function presentWebhook(row: WebhookRow, now: Date, stats: QueueStats = NO_STATS): Webhook {
  return presentAs(Webhook, row, {
    selectors: Object.keys(row.selectors).length > 0 ? row.selectors : null,
    headers: Object.fromEntries(row.headerNames.map((name) => [name, HIDDEN_VALUE])),
    ordering: 'none',
    secrets: validSecrets(row.secrets, now),
    receiver: receiverOf(row.url),
    warnings: subscriptionWarnings(row.events, expandScopes(row.grant.scopes), 'events'),
    health: presentHealth(row, now, stats),
  });
}

export function presentHealth(row: WebhookRow, now: Date, stats: QueueStats): WebhookHealth {
  const isOpen = row.openUntil !== null && row.openUntil > now;
  return {
    status: healthStatus(row, stats),
    consecutive_failures: row.consecutiveFailures,
    failing_since_at: timeText(row.failingSinceAt),
    last_success_at: timeText(row.lastSuccessAt),
    last_failure_at: timeText(row.lastFailureAt),
    last_failure: row.lastFailureCode ? { code: row.lastFailureCode, http_status: row.lastFailureStatus } : null,
    circuit_breaker: isOpen ? 'open' : stats.live.isProbing || row.openings > 0 ? 'half_open' : 'closed',
    resumes_at: isOpen ? timeText(row.openUntil) : null,
    in_flight: stats.live.inFlight,
    pending_count: stats.pendingCount,
    next_attempt_at: timeText(stats.nextAttemptAt),
    success_rate_24h: stats.successRate24h,
  };
}

function healthStatus({ degradedAt, failingSinceAt }: WebhookRow, stats: QueueStats): WebhookHealth['status'] {
  if (degradedAt) return 'degraded';
  if (failingSinceAt) return 'failing';
  return stats.isUnstable ? 'unstable' : 'healthy';
}
