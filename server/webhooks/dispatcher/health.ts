import type { AttemptCode } from '../../../shared/webhooks/deliveries';
import type { DisabledReason } from '../../../shared/webhooks/webhooks';
import type { Outcome } from './lanes/lane';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** When a failing run is told of. */
const DEGRADED = { afterMs: HOUR, failures: 5, exhausted: 3 } as const;
/** When a failing run ends the webhook: a quiet one, with few failures close together, never trips. */
const DISABLED = { afterMs: 72 * HOUR, failures: 10, apartMs: 12 * HOUR } as const;
const BLOCKED_TO_DISABLE = 3;

/** What the row of a webhook says of its deliveries. */
export interface Health {
  consecutiveFailures: number;
  consecutiveExhausted: number;
  consecutiveBlocked: number;
  failingSinceAt: Date | null;
  runFailures: number;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  lastFailureCode: AttemptCode | null;
  lastFailureStatus: number | null;
  degradedAt: Date | null;
}

/** A result that counts for the health of its webhook. */
export interface HealthResult {
  outcome: Outcome;
  code: AttemptCode;
  status: number | null;
  at: Date;
  /** The schedule of the delivery is used up. */
  isExhausted: boolean;
}

export interface Verdict {
  health: Health;
  /** What is to be told, in order. */
  turns: ('degraded' | 'recovered')[];
  disable: DisabledReason | undefined;
}

/** Folds results, in the order they came, into the health of a webhook. */
export function judge(before: Health, results: readonly HealthResult[]): Verdict {
  const health = { ...before };
  const turns: Verdict['turns'] = [];
  let disable: DisabledReason | undefined;

  for (const result of results) {
    if (result.outcome === 'uncharged') continue;
    if (result.outcome === 'success') {
      if (health.degradedAt !== null) turns.push('recovered');
      Object.assign(health, HEALTHY, { lastSuccessAt: result.at });
      continue;
    }

    health.consecutiveFailures += 1;
    health.runFailures += 1;
    health.failingSinceAt ??= result.at;
    health.lastFailureAt = result.at;
    health.lastFailureCode = result.code;
    health.lastFailureStatus = result.status;
    health.consecutiveBlocked = result.outcome === 'blocked' ? health.consecutiveBlocked + 1 : 0;
    if (result.isExhausted) health.consecutiveExhausted += 1;

    if (health.degradedAt === null && isLasting(health, result.at)) {
      health.degradedAt = result.at;
      turns.push('degraded');
    }
    if (result.code === 'gone') disable ??= 'gone';
    if (health.consecutiveBlocked >= BLOCKED_TO_DISABLE) disable ??= 'blocked_target';
    if (hasFailedTooLong(health, result.at)) disable ??= 'failing';
  }
  return { health, turns, disable };
}

/** Whether a failing run is to end its webhook; judged without a result too, as time passes. */
export function hasFailedTooLong(
  { failingSinceAt, lastFailureAt, runFailures }: Pick<Health, 'failingSinceAt' | 'lastFailureAt' | 'runFailures'>,
  now: Date,
): boolean {
  if (failingSinceAt === null || lastFailureAt === null) return false;
  return (
    now.getTime() - failingSinceAt.getTime() >= DISABLED.afterMs &&
    runFailures >= DISABLED.failures &&
    lastFailureAt.getTime() - failingSinceAt.getTime() >= DISABLED.apartMs
  );
}

function isLasting(health: Health, now: Date): boolean {
  if (health.consecutiveExhausted >= DEGRADED.exhausted) return true;
  const since = health.failingSinceAt?.getTime() ?? now.getTime();
  return now.getTime() - since >= DEGRADED.afterMs && health.consecutiveFailures >= DEGRADED.failures;
}

/** A webhook without a failing run; for whoever gives it a fresh start as well. */
export const HEALTHY = {
  consecutiveFailures: 0,
  consecutiveExhausted: 0,
  consecutiveBlocked: 0,
  failingSinceAt: null,
  runFailures: 0,
  degradedAt: null,
} as const;
