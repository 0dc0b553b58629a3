import { setTimeout as wait } from 'node:timers/promises';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/durations';
import { createConcurrencyLimit } from '../../concurrency';
import type { Store } from '../../db/database';
import { ApiError } from '../../errors';
import { addressKey } from '../../limits/client-address';
import { sha256Hex } from '../../secrets/tokens';
import type { AccessRequest } from '../context';
import { addFailures, clearThrottle, readThrottle, type ThrottleRow } from '../system/throttle';

const TURN_MS = 2000;
const MAX_WAITING = 20;
const HOLD_SECONDS = 60;

type Rule =
  /** Failures per window (GCRA); above the limit attempts are refused or wait. */
  | { type: 'quota'; failures: number; windowMs: number; over: 'refuse' | 'turns' }
  /** After `free` failures the delay doubles: 2, 4, 8, … seconds. */
  | { type: 'backoff'; free: number; maxMs: number };

interface Bucket {
  id: string;
  rule: Rule;
}

const BACKOFF: Rule = { type: 'backoff', free: 5, maxMs: 15 * MINUTE_MS };

/** Accounts are counted by e-mail address, whether they exist or not. */
export const BUCKETS = {
  address: (ip: string): Bucket => ({
    id: `ip:${addressKey(ip)}`,
    rule: { type: 'quota', failures: 30, windowMs: 15 * MINUTE_MS, over: 'refuse' },
  }),
  pair: (email: string, ip: string): Bucket => ({ id: `pair:${sha256Hex(email)}:${addressKey(ip)}`, rule: BACKOFF }),
  account: (email: string): Bucket => ({
    id: `account:${sha256Hex(email)}`,
    rule: { type: 'quota', failures: 50, windowMs: HOUR_MS, over: 'turns' },
  }),
  device: (nonce: string): Bucket => ({
    id: `device:${nonce}`,
    rule: { type: 'quota', failures: 10, windowMs: HOUR_MS, over: 'refuse' },
  }),
  person: (userId: string): Bucket => ({ id: `person:${userId}`, rule: BACKOFF }),
};

/** `fail` counts the attempt; `end` must always follow. */
export interface SignInAttempt {
  /** Runs in one transaction with `work`. */
  fail(work: (tx: Store) => Promise<void>): Promise<void>;
  /** Call it in the transaction of the success. */
  clear(tx: Store, bucket: Bucket): Promise<void>;
  end(): void;
}

type ThrottleContext = Pick<AccessRequest, 'store' | 'now' | 'signal' | 'holdOpen'>;

/** Serialised, so that no attempt is admitted before earlier failures are counted. */
const inTurn = createConcurrencyLimit({ atOnce: 1 });
/** Attempts in progress count as failures until they succeed, so that parallel attempts gain nothing. */
const pending = new Map<string, number>();
const nextTurn = new Map<string, number>();

/** May wait for a turn. Throws 429. */
export async function admitAttempt(ctx: ThrottleContext, buckets: readonly Bucket[]): Promise<SignInAttempt> {
  const ids = buckets.map((bucket) => bucket.id);
  const paced = await inTurn(async () => {
    const rows = new Map((await readThrottle(ctx.store, ids)).map((row) => [row.bucket, row]));
    const now = ctx.now().getTime();
    const waits = buckets.map((bucket) => ({ bucket, waitMs: waitOf(bucket, rows.get(bucket.id), now) }));
    const refused = waits.filter(({ bucket, waitMs }) => waitMs > 0 && !isSerialized(bucket));
    if (refused.length > 0) throw tooManyTries(Math.max(...refused.map(({ waitMs }) => waitMs)));

    for (const id of ids) pending.set(id, (pending.get(id) ?? 0) + 1);
    return waits.find(({ waitMs }) => waitMs > 0)?.bucket;
  });

  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    for (const id of ids) {
      const left = (pending.get(id) ?? 1) - 1;
      if (left > 0) pending.set(id, left);
      else pending.delete(id);
    }
  };

  if (paced) {
    try {
      await waitForTurn(ctx, paced.id);
    } catch (error) {
      end();
      throw error;
    }
  }

  return {
    fail: (work) =>
      inTurn(async () => {
        const now = ctx.now().getTime();
        await ctx.store.transaction(async (tx) => {
          await addFailures(
            tx,
            buckets.map((bucket) => failureOf(bucket, now)),
            now,
          );
          await work(tx);
        });
        end();
      }),
    clear: (tx, bucket) => clearThrottle(tx, [bucket.id]),
    end,
  };
}

const isSerialized = ({ rule }: Bucket): boolean => rule.type === 'quota' && rule.over === 'turns';

/** In milliseconds; 0 when an attempt is allowed now. */
function waitOf({ id, rule }: Bucket, row: ThrottleRow | undefined, now: number): number {
  const underWay = pending.get(id) ?? 0;
  if (rule.type === 'quota') {
    const cost = rule.windowMs / rule.failures;
    const debt = Math.max(0, (row?.tat ?? 0) - now) + underWay * cost;
    return Math.max(0, debt + cost - rule.windowMs);
  }

  const failures = row && row.tat + DAY_MS > now ? row.failures : 0;
  if (failures + underWay < rule.free) return 0;
  if (underWay > 0) return 1000;
  const pause = Math.min(rule.maxMs, 1000 * 2 ** (failures - rule.free + 1));
  return Math.max(0, (row?.tat ?? 0) + pause - now);
}

function failureOf({ id, rule }: Bucket, now: number) {
  const isQuota = rule.type === 'quota';
  return {
    bucket: id,
    costMs: isQuota ? Math.ceil(rule.windowMs / rule.failures) : 0,
    until: new Date(now + (isQuota ? 2 * rule.windowMs : DAY_MS)),
  };
}

async function waitForTurn({ signal, holdOpen }: ThrottleContext, id: string): Promise<void> {
  const now = performance.now();
  for (const [other, at] of nextTurn) if (at < now) nextTurn.delete(other);
  const at = nextTurn.get(id) ?? now;
  if (at - now > MAX_WAITING * TURN_MS) throw tooManyTries(TURN_MS);

  nextTurn.set(id, at + TURN_MS);
  holdOpen?.(HOLD_SECONDS);
  try {
    await wait(at - now, undefined, { signal: signal?.() });
  } catch {
    // The client has disconnected, but the attempt is spent.
    throw tooManyTries(TURN_MS);
  }
}

export const tooManyTries = (waitMs: number): ApiError => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new ApiError('rate_limited', {
    detail: `Too many attempts. Try again in ${seconds} seconds.`,
    headers: { 'Retry-After': String(seconds) },
  });
};
