import type { AttemptCode } from '../../../shared/webhooks/deliveries';
import type { WebhookRetry } from '../../../shared/webhooks/webhooks';
import type { ClaimedDelivery } from '../system/deliveries';
import type { Settlement } from '../system/results';
import type { Outcome } from './lanes/lane';
import { retryDelayMs, uncountedDelayMs } from './sending/retry';

/** A delivery that is interrupted so often ends: whatever ends the process may be its doing. */
export const MOST_INTERRUPTIONS = 20;

interface SettleInput {
  delivery: Pick<ClaimedDelivery, 'no' | 'attempts' | 'uncounted' | 'interruptions' | 'budgetFrom' | 'trigger'>;
  retry: WebhookRetry;
  owner: string;
  outcome: Outcome;
  code: AttemptCode;
  status: number | null;
  /** Milliseconds to which the receiver asked to wait. */
  hintMs: number | null;
  /** Time of what is scheduled, at the end of the attempt. */
  now: number;
  random: () => number;
}

/** Of a delivery that was tried. */
type Settled = Settlement & { code: AttemptCode; at: number };

/** Tests and resends have one attempt and leave no trace on their webhook. */
export const isOnce = ({ trigger }: Pick<ClaimedDelivery, 'trigger'>): boolean =>
  trigger === 'test' || trigger === 'resend';

/** What was on its way to a webhook that was deleted meanwhile is not tried again. */
export const settleDeleted = (settlement: Settlement): Settlement =>
  settlement.state === 0
    ? {
        ...settlement,
        state: 4,
        cancelReason: 'webhook_deleted',
        nextAt: settlement.at ?? settlement.nextAt,
        completedAt: settlement.at ?? settlement.nextAt,
      }
    : settlement;

/** What becomes of a delivery after an attempt. */
export function settle(input: SettleInput): Settled {
  const { delivery, retry, owner, outcome, code, status, hintMs, now, random } = input;
  const { no, attempts, uncounted, interruptions, budgetFrom } = delivery;
  const base = { no, attempts, owner, uncounted, interruptions, code, status, at: now, cancelReason: null };
  const final = (state: 2 | 3): Settled => ({ ...base, state, nextAt: now, completedAt: now });
  const again = (nextAt: number, change: Partial<Settled> = {}): Settled => ({
    ...base,
    state: 0,
    nextAt,
    completedAt: null,
    ...change,
  });

  if (outcome === 'success') return final(2);
  if (isOnce(delivery)) {
    return code === 'interrupted'
      ? { ...base, state: 4, cancelReason: 'interrupted', nextAt: now, completedAt: now }
      : final(3);
  }
  if (code === 'interrupted') {
    const change = { uncounted: uncounted + 1, interruptions: interruptions + 1 };
    return change.interruptions >= MOST_INTERRUPTIONS ? { ...final(3), ...change } : again(now, change);
  }
  if (outcome === 'uncharged') {
    return again(now + uncountedDelayMs(uncounted, random), { uncounted: uncounted + 1 });
  }
  if (code === 'gone') return final(3);

  const delay = retryDelayMs(retry, attempts - uncounted - budgetFrom, random);
  if (delay === undefined) return final(3);
  return again(now + Math.max(delay, hintMs ?? 0));
}
