import type { AttemptCode } from '../../../shared/webhooks/deliveries';
import type { WebhookRetry } from '../../../shared/webhooks/webhooks';
import { DELIVERY_STATE } from '../schema';
import type { ClaimedDelivery } from '../system/deliveries';
import type { Settlement } from '../system/results';
import type { ResultClass } from './lanes/lane';
import { retryDelayMs, uncountedDelayMs } from './sending/retry';

export const MAX_INTERRUPTIONS = 20;
const { pending, succeeded, exhausted, canceled } = DELIVERY_STATE;

interface SettleInput {
  delivery: Pick<ClaimedDelivery, 'no' | 'attempts' | 'uncounted' | 'interruptions' | 'budgetFrom' | 'trigger'>;
  retry: WebhookRetry;
  owner: string;
  resultClass: ResultClass;
  code: AttemptCode;
  status: number | null;
  hintMs: number | null;
  now: number;
  random: () => number;
}

type SettledAttempt = Settlement & { code: AttemptCode; at: number };

/** Tests and resends have one attempt and do not affect their webhook. */
export const isSingleAttempt = ({ trigger }: Pick<ClaimedDelivery, 'trigger'>): boolean =>
  trigger === 'test' || trigger === 'resend';

/** The webhook of a delivery in flight was deleted, so it is not retried. */
export const settleDeleted = (settlement: Settlement): Settlement =>
  settlement.state === pending
    ? {
        ...settlement,
        state: canceled,
        cancelReason: 'webhook_deleted',
        nextAt: settlement.at ?? settlement.nextAt,
        completedAt: settlement.at ?? settlement.nextAt,
      }
    : settlement;

export function settleAttempt(input: SettleInput): SettledAttempt {
  const { delivery, retry, owner, resultClass, code, status, hintMs, now, random } = input;
  const { no, attempts, uncounted, interruptions, budgetFrom } = delivery;
  const base = { no, attempts, owner, uncounted, interruptions, code, status, at: now, cancelReason: null };
  const final = (state: Settlement['state']): SettledAttempt => ({
    ...base,
    state,
    nextAt: now,
    completedAt: now,
  });
  const again = (nextAt: number, change: Partial<SettledAttempt> = {}): SettledAttempt => ({
    ...base,
    state: pending,
    nextAt,
    completedAt: null,
    ...change,
  });

  if (resultClass === 'success') return final(succeeded);
  if (isSingleAttempt(delivery)) {
    return code === 'interrupted' ? { ...final(canceled), cancelReason: 'interrupted' } : final(exhausted);
  }
  if (code === 'interrupted') {
    const change = { uncounted: uncounted + 1, interruptions: interruptions + 1 };
    return change.interruptions >= MAX_INTERRUPTIONS ? { ...final(exhausted), ...change } : again(now, change);
  }
  if (resultClass === 'uncounted') {
    return again(now + uncountedDelayMs(uncounted, random), { uncounted: uncounted + 1 });
  }
  if (code === 'gone') return final(exhausted);

  const delay = retryDelayMs(retry, attempts - uncounted - budgetFrom, random);
  if (delay === undefined) return final(exhausted);
  return again(now + Math.max(delay, hintMs ?? 0));
}
