/** However long work lasts, timers and sockets have a turn as often as this. */
const TURN_MS = 2;

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** When the event loop last had a turn, as far as is known, and the one that is waited for. */
export interface Turns {
  isDue(): boolean;
  isWaiting(): boolean;
  /** Resolves after timers, sockets and whoever else waits have had their turn. */
  wait(): Promise<void>;
  /** One has just been had. */
  had(): void;
}

export function createTurns(): Turns {
  let hadAt = 0;
  let waiting: Promise<void> | undefined;
  const had = (): void => void (hadAt = performance.now());
  const once = async (): Promise<void> => {
    await nextTurn();
    waiting = undefined;
    had();
  };
  return {
    isDue: () => performance.now() - hadAt >= TURN_MS,
    isWaiting: () => waiting !== undefined,
    wait: () => (waiting ??= once()),
    had,
  };
}
