import { MINUTE_MS } from '../../shared/durations';
import { monotonic } from '../clock';
import { databaseWithin } from '../deadline';
import type { Log } from '../log';
import { IDLE_MS, untilTurn } from '../schedule';

const EVERY_MS = 250;
/** Without use for this time, the poll becomes slow, and caches are read again from the database at first. */
const UNUSED_MS = 5000;
/** With the polling interval, this keeps caches at most a second behind. */
const CURRENT_MS = 750;
const TIMEOUT_MS = 2000;
/** Longer than any transaction: a number that is missing after this never appears. */
const OPEN_MS = 15_000;
/** Numbers below the newest one that may belong to open transactions at the start of the process. */
const OPEN_NUMBERS = 1000;
const MAX_MISSING = 10_000;
/** A process that was suspended for longer may have missed purged changes. */
const LOST_MS = MINUTE_MS;

interface ChangeSource<C extends { seq: number }> {
  name: string;
  log: Log;
  latest: () => Promise<number>;
  read: (after: number, missing: readonly number[]) => Promise<readonly C[]>;
  apply: (changes: readonly C[]) => void;
  missed: () => void;
  /** Otherwise a missing number may belong to an open transaction, and is read again until it appears. */
  isOrdered: boolean;
  /** Whether someone waits for changes. */
  isWatched?: () => boolean;
  clock?: () => number;
}

export interface ChangePoll {
  start(): Promise<void>;
  stop(): void;
  isCurrent(): boolean;
}

export function createChangePoll<C extends { seq: number }>(source: ChangeSource<C>): ChangePoll {
  const { name, log, isOrdered, isWatched = () => false, clock = monotonic } = source;
  const missing = new Map<number, number>();
  let last = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  let usedAt = Number.NEGATIVE_INFINITY;
  let isSlow = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const poll = async (): Promise<void> => {
    const began = clock();
    for (const [seq, at] of missing) if (began - at > OPEN_MS) missing.delete(seq);
    if (began - readAt > LOST_MS || missing.size > MAX_MISSING) {
      missing.clear();
      source.missed();
    }
    const changes = await source.read(last, [...missing.keys()]);
    if (isOrdered && (changes[0]?.seq ?? 0) > last + 1) source.missed();
    for (const { seq } of changes) {
      missing.delete(seq);
      if (!isOrdered) for (let number = last + 1; number < seq; number += 1) missing.set(number, began);
      last = Math.max(last, seq);
    }
    if (changes.length > 0) source.apply(changes);
    readAt = Math.max(readAt, began);
  };

  const schedule = (): void => {
    isSlow = clock() - usedAt > UNUSED_MS && !isWatched();
    pollIn(untilTurn(isSlow ? IDLE_MS : EVERY_MS));
  };

  const pollIn = (milliseconds: number): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      isSlow = false;
      // A late answer is still used, but the next poll does not wait for it.
      databaseWithin(poll(), TIMEOUT_MS)
        .catch((error: unknown) => log.warn({ err: error }, `${name} unreadable: caches disabled`))
        .finally(schedule);
    }, milliseconds);
  };

  return {
    async start() {
      const began = clock();
      const latest = await source.latest();
      last = isOrdered ? latest : Math.max(0, latest - OPEN_NUMBERS);
      readAt = began;
      schedule();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
    isCurrent() {
      usedAt = clock();
      if (isSlow) {
        isSlow = false;
        clearTimeout(timer);
        pollIn(0);
      }
      return usedAt - readAt <= CURRENT_MS;
    },
  };
}
