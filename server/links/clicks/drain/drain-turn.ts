import type { Database } from '../../../db/database';
import type { Drainer } from './drainer';

export interface DrainTurn {
  isOurs: () => boolean;
  /** Resolves once clicks from before the start are counted, or another process counts them. */
  settled: () => Promise<void>;
  start(): void;
  /** Takes over from a process that has exited, and finds clicks of others. */
  retry(): void;
  stop(): void;
}

export interface TurnOptions {
  drainer: Pick<Drainer, 'wake' | 'call'>;
  /** Without waiting clicks, of whichever process, the Worker is not started. */
  isWaiting: () => boolean;
}

/** The Workers of all processes compete for a lease. */
export const turnByLease = ({ drainer, isWaiting }: TurnOptions): DrainTurn => ({
  isOurs: () => true,
  settled: async () => {},
  start() {},
  retry() {
    if (isWaiting()) drainer.wake();
  },
  stop() {},
});

export function turnByLock(database: Pick<Database, 'takeLock'>, { drainer, isWaiting }: TurnOptions): DrainTurn {
  let release: (() => void) | undefined;
  let isSettled = Promise.withResolvers<void>();
  let isStopped = true;

  const take = (): void => {
    if (isStopped) return;
    const isNew = release === undefined;
    release ??= database.takeLock('drain');
    if (release === undefined || !isWaiting()) return isSettled.resolve();
    drainer.wake();
    if (isNew) drainer.call('drainAll').then(() => isSettled.resolve(), isSettled.reject);
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
