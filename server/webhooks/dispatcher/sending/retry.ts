import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../../../../shared/durations';
import type { WebhookRetry } from '../../../../shared/webhooks/webhooks';

const PRESETS = {
  standard: [
    5,
    30,
    2 * MINUTE_SECONDS,
    10 * MINUTE_SECONDS,
    30 * MINUTE_SECONDS,
    HOUR_SECONDS,
    3 * HOUR_SECONDS,
    6 * HOUR_SECONDS,
    12 * HOUR_SECONDS,
    DAY_SECONDS,
    DAY_SECONDS,
  ],
  fast: [5, 30, 2 * MINUTE_SECONDS, 7 * MINUTE_SECONDS, 20 * MINUTE_SECONDS],
  none: [],
} as const;

const JITTER_PART = 0.2;
const MIN_JITTER_MS = 1000;
const MAX_JITTER_MS = 15 * MINUTE_SECONDS * 1000;
export const MAX_HINT_SECONDS = DAY_SECONDS;

const delaysOf = (retry: WebhookRetry): readonly number[] =>
  retry.preset !== undefined ? PRESETS[retry.preset] : retry.delays_seconds;

export const maxAttempts = (retry: WebhookRetry): number => delaysOf(retry).length + 1;

/** Milliseconds; undefined after the last attempt. Jitter only adds, so that no receiver is called early. */
export function retryDelayMs(retry: WebhookRetry, counted: number, random: () => number): number | undefined {
  const seconds = delaysOf(retry)[counted - 1];
  if (seconds === undefined) return undefined;
  const delay = seconds * 1000;
  return Math.round(delay + random() * Math.max(MIN_JITTER_MS, Math.min(delay * JITTER_PART, MAX_JITTER_MS)));
}

/** Milliseconds before repeating an attempt that does not count against the schedule. */
export const uncountedDelayMs = (uncounted: number, random: () => number): number =>
  Math.round(Math.min(5 * MINUTE_SECONDS, 5 * 2 ** Math.min(uncounted, 10)) * 1000 + random() * MIN_JITTER_MS);
