import { monotonic } from '../../../clock';

/** Before the second restart in a row; the first one is at once. */
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;
/** A worker that ran for this time ends the row, */
const STABLE_MS = 60_000;
/** and so does one that had all its sockets open again for this time: what ends a worker at once, such as a message, comes soon. */
const OPEN_MS = 5000;

export interface RestartPause {
  /** A worker starts, with the sockets of these instances. */
  started(instanceIds: Iterable<string>): void;
  /** The socket of an instance is open, waits for its user, or is no longer wanted. */
  settled(instanceId: string): void;
  /** After the end of a worker, or a start that failed: the milliseconds until the next start. */
  next(): number;
}

export function createRestartPause(now: () => number = monotonic): RestartPause {
  let pause = 0;
  let startedAt = Infinity;
  let openAt = Infinity;
  let unsettled = new Set<string>();

  return {
    started(instanceIds) {
      unsettled = new Set(instanceIds);
      startedAt = now();
      openAt = unsettled.size === 0 ? startedAt : Infinity;
    },
    settled(instanceId) {
      if (unsettled.delete(instanceId) && unsettled.size === 0) openAt = now();
    },
    next() {
      if (now() - startedAt > STABLE_MS || now() - openAt > OPEN_MS) pause = 0;
      startedAt = Infinity;
      openAt = Infinity;
      const current = pause;
      pause = Math.min(Math.max(FIRST_PAUSE_MS, pause * 2), MAX_PAUSE_MS);
      return current;
    },
  };
}
