import type { WebhookRetry } from '../../../../shared/webhooks/webhooks';

const MINUTE = 60;
const HOUR = 3600;

/** Seconds before each attempt after the first. */
const PRESETS = {
  standard: [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR],
  fast: [5, 30, 2 * MINUTE, 7 * MINUTE, 20 * MINUTE],
  none: [],
} as const;

const JITTER_PART = 0.2;
const LEAST_JITTER_MS = 1000;
const MOST_JITTER_MS = 15 * MINUTE * 1000;
/** A longer `Retry-After` is cut to this. */
export const LONGEST_HINT_SECONDS = 24 * HOUR;

const delaysOf = (retry: WebhookRetry): readonly number[] =>
  retry.preset !== undefined ? PRESETS[retry.preset] : retry.delays_seconds;

/** Counted attempts after which a delivery is exhausted. */
export const maxAttempts = (retry: WebhookRetry): number => delaysOf(retry).length + 1;

/**
 * Milliseconds from the end of the attempt that was the `counted`th to the next one; undefined when that was the last.
 * The jitter only adds: nobody is asked early.
 */
export function retryDelayMs(retry: WebhookRetry, counted: number, random: () => number): number | undefined {
  const seconds = delaysOf(retry)[counted - 1];
  if (seconds === undefined) return undefined;
  const delay = seconds * 1000;
  return Math.round(delay + random() * Math.max(LEAST_JITTER_MS, Math.min(delay * JITTER_PART, MOST_JITTER_MS)));
}

/** Milliseconds before an attempt that used up nothing of the schedule is made again. */
export const uncountedDelayMs = (uncounted: number, random: () => number): number =>
  Math.round(Math.min(5 * MINUTE, 5 * 2 ** Math.min(uncounted, 10)) * 1000 + random() * LEAST_JITTER_MS);
