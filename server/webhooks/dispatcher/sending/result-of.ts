import type { WebhookRetry } from '../../../../shared/webhooks/webhooks';
import type { ClaimedDelivery } from '../../system/deliveries';
import type { Lane } from '../lanes/lane';
import type { Result } from '../results';
import { settle } from '../settle';
import { attemptOf } from './attempt';
import type { Sent } from './sender';

interface Circumstances {
  owner: string;
  now: number;
  retry: WebhookRetry;
  lane: Lane;
  needsVerdict: boolean;
  /** Of tests: their event has no row. */
  requestBody?: string | null;
  random?: () => number;
}

/** What an attempt means for its delivery and its webhook. */
export function resultOf(delivery: ClaimedDelivery, sent: Sent, circumstances: Circumstances): Result {
  const { owner, now, retry, lane, needsVerdict, requestBody = null, random = Math.random } = circumstances;
  const { record, outcome, hintMs } = sent;
  return {
    delivery,
    outcome,
    attempt: attemptOf(delivery, record, requestBody),
    settlement: settle({
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
    needsVerdict,
    lane: { openUntil: lane.openUntil, openReason: lane.openReason, openings: lane.openings },
  };
}

/** The end of a delivery that is not sent: its event is no longer kept, or its turn did not come. */
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
    needsVerdict: false,
    lane,
  };
}
