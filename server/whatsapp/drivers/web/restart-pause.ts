import { MINUTE_MS } from '../../../../shared/durations';
import { monotonic } from '../../../clock';

/** Before the second restart in a row; the first one is at once. */
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = MINUTE_MS;
/** A worker that ran for this time resets the pause, */
const STABLE_MS = MINUTE_MS;
/** and so does one whose sockets were all open for this time: what crashes a worker, such as a message, comes soon. */
const OPEN_MS = 5000;

interface RestartPause {
  started(instanceIds: Iterable<string>): void;
  /** The socket of an instance is open, waits for its user, or is no longer wanted. */
  settled(instanceId: string): void;
  /** Milliseconds until the next start, after the worker has exited or a start has failed. */
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
