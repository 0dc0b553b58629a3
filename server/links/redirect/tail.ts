import type { Store } from '../../db/database';
import { within } from '../../deadline';
import type { Log } from '../../log';
import { latestLinkChange, readLinkChanges } from '../system/links';

const EVERY_MS = 200;
/** A poll that takes longer makes the cache untrusted, so it is never outdated by more than a second. */
const DOUBT_MS = 600;
const PATIENCE_MS = 2000;
/** Longer than any transaction: a number that is missing after this never appears. */
const OPEN_MS = 15_000;
/** Numbers that may have been given, and not committed, when the process started. */
const OPEN_NUMBERS = 1000;
const MOST_MISSING = 10_000;
/** A process that was suspended for longer may have missed purged changes. */
const LOST_MS = 60_000;

interface TailTarget {
  forgetAll(): void;
  changed(domainId: string, slugKey: string | null): void;
  trust(isTrusted: boolean): void;
}

/** Polls changes of other processes. Numbers are assigned before commit, so missing lower numbers are polled again. */
export function createTail(store: Store, log: Log, target: TailTarget) {
  const missing = new Map<number, number>();
  let last = 0;
  let lookedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const look = async (): Promise<void> => {
    const began = performance.now();
    for (const [seq, at] of missing) if (began - at > OPEN_MS) missing.delete(seq);
    if (began - lookedAt > LOST_MS || missing.size > MOST_MISSING) {
      target.forgetAll();
      missing.clear();
    }
    for (const { seq, domainId, slugKey } of await readLinkChanges(store, last, [...missing.keys()])) {
      missing.delete(seq);
      for (let number = last + 1; number < seq; number += 1) missing.set(number, began);
      last = Math.max(last, seq);
      target.changed(domainId, slugKey);
    }
    lookedAt = began;
  };

  const schedule = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      const doubt = setTimeout(() => target.trust(false), DOUBT_MS);
      within(look(), PATIENCE_MS, () => new Error('The database takes too long.'))
        .then(() => target.trust(true))
        .then(() => clearTimeout(doubt))
        .catch((error: unknown) => log.warn({ err: error }, 'link changes unreadable: links are reloaded'))
        .finally(schedule);
    }, EVERY_MS);
  };

  return {
    async start(): Promise<void> {
      last = Math.max(0, (await latestLinkChange(store)) - OPEN_NUMBERS);
      lookedAt = performance.now();
      schedule();
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
