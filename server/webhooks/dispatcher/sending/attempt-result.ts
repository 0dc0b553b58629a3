import type { WebhookRetry } from '../../../../shared/webhooks/webhooks';
import { DELIVERY_STATE } from '../../schema';
import type { ClaimedDelivery } from '../../system/deliveries';
import type { DispatcherContext } from '../dispatcher-context';
import type { Lane } from '../lanes/lane';
import { settleAttempt } from '../settlement';
import type { DeliveryResult } from '../write-results';
import { attemptOf } from './attempt-record';
import type { SentAttempt } from './sender';

interface ResultInput {
  retry: WebhookRetry;
  lane: Lane;
  needsHealthCheck: boolean;
  requestBody?: string | null;
}

export function deliveryResult(
  ctx: Pick<DispatcherContext, 'nodeId' | 'now' | 'random'>,
  delivery: ClaimedDelivery,
  { record, resultClass, hintMs }: SentAttempt,
  { retry, lane, needsHealthCheck, requestBody = null }: ResultInput,
): DeliveryResult {
  return {
    delivery,
    resultClass,
    attempt: attemptOf(delivery, record, requestBody),
    settlement: settleAttempt({
      delivery,
      retry,
      owner: ctx.nodeId,
      resultClass,
      code: record.code,
      status: record.status,
      hintMs,
      now: ctx.now(),
      random: ctx.random,
    }),
    needsHealthCheck,
    lane: { openUntil: lane.openUntil, openReason: lane.openReason, openings: lane.openings },
  };
}

/** Ends a delivery that cannot be sent: its event is purged, or no slot was free in time. */
export function resultWithoutAttempt(
  ctx: Pick<DispatcherContext, 'nodeId' | 'now'>,
  delivery: ClaimedDelivery,
  lane: Lane,
  cancelReason: 'expired' | 'interrupted' = 'expired',
): DeliveryResult {
  const { no, attempts, uncounted, interruptions } = delivery;
  const now = ctx.now();
  return {
    delivery,
    resultClass: 'uncounted',
    attempt: undefined,
    settlement: {
      no,
      attempts,
      uncounted,
      interruptions,
      owner: ctx.nodeId,
      state: DELIVERY_STATE.canceled,
      cancelReason,
      nextAt: now,
      at: null,
      code: null,
      status: null,
      completedAt: now,
    },
    needsHealthCheck: false,
    lane,
  };
}
