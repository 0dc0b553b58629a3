import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../shared/durations';
import type { DiscoveryFailure } from '../providers/provider';

const INTERVAL_MS = 5 * MINUTE_MS;
const SPREAD = 0.2;
const FIRST_BACKOFF_MS = 30 * SECOND_MS;
const LAST_BACKOFF_MS = 10 * MINUTE_MS;
const AUTH_RETRY_MS = 5 * MINUTE_MS;

export const FAILURES_UNTIL_DOWN = 3;
/** An old listing is served this long while the provider fails. */
export const KEEP_MS = DAY_MS;
export const UNSUPPORTED_RETRY_MS = DAY_MS;

/** 5 minutes ± 20 %; `random` is in [0, 1). */
export const intervalMs = (random: number): number => Math.round(INTERVAL_MS * (1 - SPREAD + 2 * SPREAD * random));

export function backoffMs(failures: number, failure: Pick<DiscoveryFailure, 'code' | 'retryAfterMs'>): number {
  if (failure.code === 'provider_auth_failed') return AUTH_RETRY_MS;
  const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 10), LAST_BACKOFF_MS);
  return Math.max(backoff, failure.retryAfterMs ?? 0);
}
