import { nextTurn } from '../next-turn';
/** During long work, the event loop gets a turn at least this often. */
const TURN_MS = 2;

export interface Turns {
  isDue(): boolean;
  isWaiting(): boolean;
  wait(): Promise<void>;
  /** Call it after a turn of the event loop. */
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
