import { AsyncLocalStorage } from 'node:async_hooks';

const marked = new AsyncLocalStorage<true | undefined>();

export const inBackground = <T>(work: () => T): T => marked.run(true, work);
export const inForeground = <T>(work: () => T): T => marked.run(undefined, work);
export const isInBackground = (): boolean => marked.getStore() === true;

/** Runs work in the background, without the asynchronous context, and so without the transaction, of its caller. */
export function backgroundRunner(): <T>(work: () => T) => T {
  const outside = AsyncLocalStorage.snapshot();
  return (work) => outside(() => inBackground(work));
}

/**
 * Admits `most` callers at a time, the others in order of arrival, so that background work leaves connections free.
 * Work that was admitted is admitted again at once: otherwise `most` pieces of nested work could wait for each other.
 */
export function createGate(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  const entered = new AsyncLocalStorage<{ isOver: boolean }>();
  let inside = 0;
  return async (work) => {
    // Work that is not awaited can outlast the work that started it, whose admission has ended then.
    if (entered.getStore()?.isOver === false) return work();
    if (inside < most) inside += 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    const place = { isOver: false };
    try {
      return await entered.run(place, work);
    } finally {
      place.isOver = true;
      const next = waiting.shift();
      if (next === undefined) inside -= 1;
      else next();
    }
  };
}
