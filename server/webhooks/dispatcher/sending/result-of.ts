import type { WebhookRetry } from '../../../../shared/webhooks/webhooks';
import type { ClaimedDelivery } from '../../system/deliveries';
import type { Lane } from '../lanes/lane';
import type { Result } from '../results';
import { settledDelivery } from '../settle';
import { attemptOf } from './attempt';
import type { Sent } from './sender';

interface Circumstances {
  owner: string;
  now: number;
  retry: WebhookRetry;
  lane: Lane;
  needsHealthCheck: boolean;
  requestBody?: string | null;
  random?: () => number;
}

export function resultOf(delivery: ClaimedDelivery, sent: Sent, circumstances: Circumstances): Result {
  const { owner, now, retry, lane, needsHealthCheck, requestBody = null, random = Math.random } = circumstances;
  const { record, outcome, hintMs } = sent;
  return {
    delivery,
    outcome,
    attempt: attemptOf(delivery, record, requestBody),
    settlement: settledDelivery({
      delivery,
      retry,
      owner,
      outcome,
      code: record.code,
      status: record.status,
      hintMs,
      now,
      random,
    }),
    needsHealthCheck,
    lane: { openUntil: lane.openUntil, openReason: lane.openReason, openings: lane.openings },
  };
}

/** Ends a delivery that cannot be sent: its event is purged, or no slot was free in time. */
export function noAttempt(
  delivery: ClaimedDelivery,
  { owner, now, lane }: Pick<Circumstances, 'owner' | 'now' | 'lane'>,
  cancelReason: 'expired' | 'interrupted' = 'expired',
): Result {
  const { no, attempts, uncounted, interruptions } = delivery;
  return {
    delivery,
    outcome: 'uncharged',
    attempt: undefined,
    settlement: {
      no,
      attempts,
      uncounted,
      interruptions,
      owner,
      state: 4,
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
