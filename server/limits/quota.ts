import { LRUCache } from 'lru-cache';

import { SECOND_MS } from '../../shared/durations';
import type { ErrorCode } from '../../shared/errors';
import { monotonic } from '../clock';
import type { Store } from '../db/database';
import { engine } from '../db/engine';
import { waitForLock } from '../db/locks';
import { ApiError } from '../errors';

const MAX_OWNERS = 10_000;
/** Other processes may have used the quota since. Only one uses a SQLite file. */
const FRESH_MS = engine === 'postgres' ? SECOND_MS : Infinity;

interface Quota {
  limit: number;
  of: string;
  advice?: string;
  code?: ErrorCode;
}

interface Order {
  more: number;
  limit: number;
}

interface Usage {
  measured: number;
  reserved: number;
  at: number;
}

/** Throws 422 (or `code`). */
export function requireQuota(used: number, quota: Quota, more = 1): void {
  if (used + more > quota.limit) throw quotaError(quota);
}

export const quotaError = ({ limit, of, advice, code = 'unprocessable' }: Quota): ApiError =>
  new ApiError(code, [`A workspace can have at most ${limit} ${of}.`, advice].filter(Boolean).join(' '));

interface CountedOptions {
  /** Counts what is committed. */
  count: (tx: Store, ownerId: string, limit: number) => Promise<number>;
  /** More than open transactions, and other processes within a second, add together. */
  margin: number;
  name: string;
  now?: () => number;
}

/** How many of the ordered fit. Those near the limit take turns until their transactions end, so that none passes it. */
export function createCountedQuota({ count, margin, name, now = monotonic }: CountedOptions) {
  const owners = new LRUCache<string, Usage>({ max: MAX_OWNERS });

  return async (tx: Store, ownerId: string, { more, limit }: Order): Promise<number> => {
    const known = owners.get(ownerId);
    const isFar = known && known.measured + known.reserved + more <= limit - margin;
    if (isFar && now() - known.at < FRESH_MS) {
      known.reserved += more;
      return more;
    }
    await waitForLock(tx, `${ownerId} ${name}`);
    const at = now();
    const measured = await count(tx, ownerId, limit);
    const fitting = Math.max(0, Math.min(more, limit - measured));
    owners.set(ownerId, { measured, reserved: fitting, at });
    return fitting;
  };
}

/**
 * For what is written outside transactions. Measures when a quarter of the rest is used, and for several processes each
 * second; when full, at most every `pauseMs`. `measure` includes what is reserved and not yet stored.
 */
export function createQuota<Source>(
  measure: (source: Source, ownerId: string) => Promise<number>,
  { pauseMs = SECOND_MS, now = monotonic }: { pauseMs?: number; now?: () => number } = {},
): (source: Source, ownerId: string, order: Order) => Promise<boolean> {
  const owners = new LRUCache<string, Usage & { measuring?: Promise<void> | undefined }>({ max: MAX_OWNERS });

  return async (source, ownerId, { more, limit }) => {
    let usage = owners.get(ownerId);
    if (!usage) owners.set(ownerId, (usage = { measured: limit, reserved: 0, at: -Infinity }));
    const known = usage;
    const age = now() - known.at;
    const isTight = known.reserved + more > (limit - known.measured) / 4;
    if ((isTight && age >= pauseMs) || age >= FRESH_MS) {
      known.measuring ??= measureAgain(known).finally(() => (known.measuring = undefined));
      await known.measuring;
    }
    if (known.measured + known.reserved + more > limit) return false;
    known.reserved += more;
    return true;

    async function measureAgain(at: Usage): Promise<void> {
      const before = at.reserved;
      const measured = await measure(source, ownerId);
      Object.assign(at, { measured, reserved: at.reserved - before, at: now() });
    }
  };
}
