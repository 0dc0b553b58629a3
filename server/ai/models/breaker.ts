import type { DiscoveryFailure } from '../providers/provider';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const INTERVAL_MS = 5 * MINUTE;
const SPREAD = 0.2;
const FIRST_BACKOFF_MS = 30 * SECOND;
const LAST_BACKOFF_MS = 10 * MINUTE;
const AUTH_RETRY_MS = 5 * MINUTE;

/** Failures in a row after which a provider counts as down. */
export const FAILURES_UNTIL_DOWN = 3;
/** How long an old listing is served while the provider fails. */
export const KEEP_MS = 24 * 60 * MINUTE;
/** How often a provider without a list is asked whether it has one now. */
export const UNSUPPORTED_RETRY_MS = 24 * 60 * MINUTE;

/** Time to the next question after an answer: 5 min ± 20 %. `random` is in [0, 1). */
export const intervalMs = (random: number): number => Math.round(INTERVAL_MS * (1 - SPREAD + 2 * SPREAD * random));

/** Time to the next question after the nth failure in a row. */
export function backoffMs(failures: number, failure: Pick<DiscoveryFailure, 'code' | 'retryAfterMs'>): number {
  if (failure.code === 'provider_auth_failed') return AUTH_RETRY_MS;
  const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 10), LAST_BACKOFF_MS);
  return Math.max(backoff, failure.retryAfterMs ?? 0);
}
