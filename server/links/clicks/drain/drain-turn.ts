import type { Database } from '../../../db/database';
import type { Drainer } from './drainer';

/** Whether this process drains. */
export interface DrainTurn {
  isOurs: () => boolean;
  /** Resolves once clicks from before the start are counted, or another process counts them. */
  settled: () => Promise<void>;
  start(): void;
  /** Takes over from a process that has ended. */
  retry(): void;
  stop(): void;
}

export type Draining = Pick<Drainer, 'wake' | 'call'>;

/** The Workers of all processes compete for a lease. */
export const turnByLease = (drainer: Draining): DrainTurn => ({
  isOurs: () => true,
  settled: async () => {},
  start: () => drainer.wake(),
  retry() {},
  stop() {},
});

/** The process that holds the lock drains. */
export function turnByLock(database: Pick<Database, 'takeLock'>, drainer: Draining): DrainTurn {
  let release: (() => void) | undefined;
  let isSettled = Promise.withResolvers<void>();
  let isStopped = true;

  const take = (): void => {
    if (release !== undefined || isStopped) return;
    release = database.takeLock('drain');
    if (release === undefined) return isSettled.resolve();
    drainer.wake();
    drainer.call('drainAll').then(() => isSettled.resolve(), isSettled.reject);
  };

  return {
    isOurs: () => release !== undefined,
    settled: () => isSettled.promise,
    start() {
      isStopped = false;
      isSettled = Promise.withResolvers();
      isSettled.promise.catch(() => {});
      take();
    },
    retry: take,
    stop() {
      isStopped = true;
      release?.();
      release = undefined;
    },
  };
}
