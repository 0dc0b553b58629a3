import { HOUR_MS } from '../../../shared/durations';
import type { AttemptCode } from '../../../shared/webhooks/deliveries';
import type { DisabledReason } from '../../../shared/webhooks/webhooks';
import type { AttemptOutcome } from './lanes/lane';

const DEGRADED = { afterMs: HOUR_MS, failures: 5, exhausted: 3 } as const;
/** A webhook with few failures close together is not disabled. */
const DISABLED = { afterMs: 72 * HOUR_MS, failures: 10, apartMs: 12 * HOUR_MS } as const;
const BLOCKED_TO_DISABLE = 3;

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

export interface HealthResult {
  outcome: AttemptOutcome;
  code: AttemptCode;
  status: number | null;
  at: Date;
  isExhausted: boolean;
}

interface HealthUpdate {
  health: Health;
  turns: ('degraded' | 'recovered')[];
  disable: DisabledReason | undefined;
}

export function foldHealth(before: Health, results: readonly HealthResult[]): HealthUpdate {
  const health = { ...before };
  const turns: HealthUpdate['turns'] = [];
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

/** Also evaluated without a new result, because time passes. */
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

export const HEALTHY = {
  consecutiveFailures: 0,
  consecutiveExhausted: 0,
  consecutiveBlocked: 0,
  failingSinceAt: null,
  runFailures: 0,
  degradedAt: null,
} as const;
