import { Attempt, Delivery, type DeliveryStatus, type WaitingFor } from '../../../shared/webhooks/deliveries';
import { presentAs } from '../../present-as';
import { timeText } from '../../times';
import type { WebhooksContext } from '../context';
import { maxAttempts } from '../dispatcher/sending/retry';
import { isSingleAttempt } from '../dispatcher/settlement';
import { DELIVERY_STATE, type WebhookRow } from '../schema';
import type { DeliveryRow, AttemptRow } from '../system/results';

const STATUSES: readonly DeliveryStatus[] = ['pending', 'in_flight', 'succeeded', 'exhausted', 'canceled'];
export const stateOf = (status: DeliveryStatus): number => STATUSES.indexOf(status);

export const deliveryTarget = (row: Pick<DeliveryRow, 'id' | 'eventType'>) => ({
  type: 'webhook_delivery',
  id: row.id,
  label: row.eventType,
});

interface PresentOptions {
  now: Date;
  isSuspended: boolean;
}

/** Keys of a suspended workspace are refused, so only a member can see a suspended state. */
export const presentOptionsOf = ({ actor, now }: Pick<WebhooksContext, 'actor' | 'now'>): PresentOptions => ({
  now: now(),
  isSuspended: actor.type === 'user' && actor.member?.workspaceState === 'suspended',
});

export function presentDelivery(row: DeliveryRow, webhook: WebhookRow, at: PresentOptions): Delivery {
  const status = STATUSES[row.state] ?? 'pending';
  const isWaiting = status === 'pending';
  return presentAs(Delivery, row, {
    webhook_id: webhook.id,
    sequence: row.eventSequence,
    status,
    attempt_count: row.attempts,
    max_attempts: isSingleAttempt(row) ? 1 : maxAttempts(webhook.retry) + row.budgetFrom + row.uncounted,
    next_attempt_at: isWaiting ? timeText(row.nextAt) : null,
    wait_reason: isWaiting ? waitReason(row, webhook, at) : null,
    last_attempt:
      row.lastCode && row.lastAt
        ? {
            number: finishedAttempts(row),
            code: row.lastCode,
            http_status: row.lastStatus,
            at: row.lastAt.toISOString(),
          }
        : null,
  });
}

/** An attempt in flight is counted but has no result yet. */
const finishedAttempts = (row: DeliveryRow): number =>
  row.state === DELIVERY_STATE.leased && row.attempts > 1 ? row.attempts - 1 : row.attempts;

function waitReason(row: DeliveryRow, webhook: WebhookRow, { now, isSuspended }: PresentOptions): WaitingFor {
  if (isSuspended) return 'suspended';
  if (webhook.status !== 'active') return webhook.status;
  if (webhook.openUntil && webhook.openUntil > now) return webhook.openReason ?? 'circuit_breaker';
  if (row.nextAt > now) return 'schedule';
  return webhook.rateLimitPerSecond === null ? 'concurrency' : 'rate';
}

export function presentAttempt(row: AttemptRow): Attempt {
  return presentAs(Attempt, row, {
    http_status: row.status,
    connection_reused: row.flags.reused ?? false,
    arrived_late: row.flags.late ?? false,
    request: { url: row.url, headers: joinHeaders(row.requestHeaders) },
    response:
      row.status === null
        ? null
        : {
            headers: joinHeaders(row.responseHeaders),
            body: row.responseBody,
            body_bytes: row.responseBytes,
            truncated: row.flags.truncated ?? false,
            incomplete: row.flags.incomplete ?? false,
            withheld: row.flags.withheld ?? false,
          },
  });
}

/** Repeated headers are joined in one line (RFC 9110 §5.3). */
function joinHeaders(pairs: readonly [string, string][]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of pairs)
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value;
  return headers;
}
