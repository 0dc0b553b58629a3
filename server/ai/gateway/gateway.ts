import { MINUTE_MS, SECOND_MS } from '../../../shared/durations';
import { Breaker } from './breaker';
import { CallSlots } from './slots';

/** Milliseconds. */
export interface CallTimings {
  /** From the request to the first byte of the answer’s body. */
  firstByteMs: number;
  /** Between two chunks. */
  silenceMs: number;
  totalMs: number;
  /** In the queue of a provider that has its maximum of calls. */
  slotMs: number;
  /** A silent stream gets a comment, which clients skip. */
  keepaliveMs: number;
}

export interface Gateway {
  slots: CallSlots;
  breaker: Breaker;
  timings: CallTimings;
  /** Once a minute: whether the list of models may be asked for again because of a failed call. */
  mayRefresh(slug: string): boolean;
  /** Aborts with the process. */
  closing: AbortSignal;
  /** Work that outlives its request, such as settling. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Aborts running calls and waits until they are settled. */
  stop(): Promise<void>;
}

export function createGateway(now: () => Date): Gateway {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const refreshedAt = new Map<string, number>();
  return {
    slots: new CallSlots(),
    breaker: new Breaker(() => now().getTime()),
    timings: {
      firstByteMs: MINUTE_MS,
      silenceMs: MINUTE_MS,
      totalMs: 10 * MINUTE_MS,
      slotMs: 5 * SECOND_MS,
      keepaliveMs: 15 * SECOND_MS,
    },
    closing: closing.signal,
    mayRefresh(slug) {
      const time = now().getTime();
      if (time - (refreshedAt.get(slug) ?? -Infinity) < MINUTE_MS) return false;
      refreshedAt.set(slug, time);
      return true;
    },
    track(work) {
      running.add(work);
      void work.catch(() => undefined).finally(() => running.delete(work));
      return work;
    },
    async stop() {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
}
