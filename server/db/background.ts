import { AsyncLocalStorage } from 'node:async_hooks';

import { createConcurrencyLimit } from '../concurrency';

const marked = new AsyncLocalStorage<true | undefined>();

export const inBackground = <T>(work: () => T): T => marked.run(true, work);
export const inForeground = <T>(work: () => T): T => marked.run(undefined, work);
export const isInBackground = (): boolean => marked.getStore() === true;

/** Leaves the asynchronous context of the caller, and with it the transaction. */
export function backgroundRunner(): <T>(work: () => T) => T {
  const outside = AsyncLocalStorage.snapshot();
  return (work) => outside(() => inBackground(work));
}

/** Background work leaves connections free. Nested work enters at once, or it could deadlock. */
export function createGate(maxConcurrent: number): <T>(work: () => Promise<T>) => Promise<T> {
  const inTurn = createConcurrencyLimit({ atOnce: maxConcurrent });
  const entered = new AsyncLocalStorage<{ isOver: boolean }>();
  return async (work) => {
    // Work that is not awaited can outlast the admission of its starter.
    if (entered.getStore()?.isOver === false) return work();
    return inTurn(async () => {
      const place = { isOver: false };
      try {
        return await entered.run(place, work);
      } finally {
        place.isOver = true;
      }
    });
  };
}
