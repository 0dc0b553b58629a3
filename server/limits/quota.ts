import { LRUCache } from 'lru-cache';

import { SECOND_MS } from '../../shared/durations';
import type { ErrorCode } from '../../shared/errors';
import { monotonic } from '../clock';
import { ApiError } from '../errors';

const MAX_OWNERS = 10_000;

interface Quota {
  limit: number;
  of: string;
  advice?: string;
  code?: ErrorCode;
}

/** Throws 422 (or `code`). */
export function requireQuota(used: number, { limit, of, advice, code = 'unprocessable' }: Quota, more = 1): void {
  if (used + more <= limit) return;
  throw new ApiError(code, [`A workspace can have at most ${limit} ${of}.`, advice].filter(Boolean).join(' '));
}

type Reserve<Source> = (source: Source, ownerId: string, order: { more: number; limit: number }) => Promise<boolean>;

/**
 * Measures again when a quarter of the rest is used, so that several processes stay near the limit; at most every
 * `pauseMs` when full.
 */
export function createQuota<Source>(
  measure: (source: Source, ownerId: string, limit: number) => Promise<number>,
  { pauseMs = SECOND_MS, now = monotonic }: { pauseMs?: number; now?: () => number } = {},
): Reserve<Source> {
  const owners = new LRUCache<string, { measured: number; reserved: number; at: number }>({ max: MAX_OWNERS });

  return async (source, ownerId, { more, limit }) => {
    let state = owners.get(ownerId);
    const isTight = !state || state.reserved + more > (limit - state.measured) / 4;
    if (!state || (isTight && now() - state.at >= pauseMs)) {
      state = { measured: await measure(source, ownerId, limit), reserved: 0, at: now() };
      owners.set(ownerId, state);
    }
    if (state.measured + state.reserved + more > limit) return false;
    state.reserved += more;
    return true;
  };
}
