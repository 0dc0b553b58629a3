import { AsyncLocalStorage } from 'node:async_hooks';

const marked = new AsyncLocalStorage<true | undefined>();

/** The statements and transactions of `work` give way to those of requests. */
export const inBackground = <T>(work: () => T): T => marked.run(true, work);
/** What others wait for, such as the sign that this process lives. */
export const inForeground = <T>(work: () => T): T => marked.run(undefined, work);
export const isInBackground = (): boolean => marked.getStore() === true;

/** Runs work in the background, free of the asynchronous context, and so of the transaction, of whoever asks for it. */
export function backgroundRunner(): <T>(work: () => T) => T {
  const outside = AsyncLocalStorage.snapshot();
  return (work) => outside(() => inBackground(work));
}

/**
 * Lets so many at a time in, the others in the order in which they came. With it work in the background leaves
 * connections free for requests.
 */
export function createGate(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside < most) inside += 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) inside -= 1;
      else next();
    }
  };
}
