import { HOUR_MS } from '../../../shared/durations';
import type { AttemptCode } from '../../../shared/webhooks/deliveries';
import type { DisabledReason } from '../../../shared/webhooks/webhooks';
import type { WebhookRow } from '../schema';
import type { ResultClass } from './lanes/lane';

const DEGRADED = { afterMs: HOUR_MS, failures: 5, exhausted: 3 } as const;
export const MAX_FAILING_MS = 72 * HOUR_MS;
/** A webhook with few failures close together is not disabled. */
const DISABLED = { failures: 10, apartMs: 12 * HOUR_MS } as const;
const BLOCKED_TO_DISABLE = 3;

const HEALTH_COLUMNS = [
  'consecutiveFailures',
  'consecutiveExhausted',
  'consecutiveBlocked',
  'failingSinceAt',
  'runFailures',
  'lastSuccessAt',
  'lastFailureAt',
  'lastFailureCode',
  'lastFailureStatus',
  'degradedAt',
] as const satisfies (keyof WebhookRow)[];

export type Health = Pick<WebhookRow, (typeof HEALTH_COLUMNS)[number]>;

export interface HealthResult {
  resultClass: ResultClass;
  code: AttemptCode;
  status: number | null;
  at: Date;
  isExhausted: boolean;
}

interface HealthUpdate {
  health: Health;
  transitions: ('degraded' | 'recovered')[];
  disable: DisabledReason | undefined;
}

export function updateHealth(before: Health, results: readonly HealthResult[]): HealthUpdate {
  const health = healthOf(before);
  const transitions: HealthUpdate['transitions'] = [];
  let disable: DisabledReason | undefined;

  for (const result of results) {
    if (result.resultClass === 'uncounted') continue;
    if (result.resultClass === 'success') {
      if (health.degradedAt !== null) transitions.push('recovered');
      Object.assign(health, HEALTHY, { lastSuccessAt: result.at });
      continue;
    }

    health.consecutiveFailures += 1;
    health.runFailures += 1;
    health.failingSinceAt ??= result.at;
    health.lastFailureAt = result.at;
    health.lastFailureCode = result.code;
    health.lastFailureStatus = result.status;
    health.consecutiveBlocked = result.resultClass === 'blocked' ? health.consecutiveBlocked + 1 : 0;
    if (result.isExhausted) health.consecutiveExhausted += 1;

    if (health.degradedAt === null && isLasting(health, result.at)) {
      health.degradedAt = result.at;
      transitions.push('degraded');
    }
    if (result.code === 'gone') disable ??= 'gone';
    if (health.consecutiveBlocked >= BLOCKED_TO_DISABLE) disable ??= 'blocked_target';
    if (hasFailedTooLong(health, result.at)) disable ??= 'failing';
  }
  return { health, transitions, disable };
}

/** Only the columns of health: other columns may have changed meanwhile. */
const healthOf = (row: Health): Health =>
  Object.fromEntries(HEALTH_COLUMNS.map((column) => [column, row[column]])) as Health;

/** Evaluated without a new result too, because time passes. */
export function hasFailedTooLong(
  { failingSinceAt, lastFailureAt, runFailures }: Pick<Health, 'failingSinceAt' | 'lastFailureAt' | 'runFailures'>,
  now: Date,
): boolean {
  if (failingSinceAt === null || lastFailureAt === null) return false;
  return (
    now.getTime() - failingSinceAt.getTime() >= MAX_FAILING_MS &&
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

export const CLOSED_BREAKER = { openUntil: null, openReason: null, openings: 0 } as const;
