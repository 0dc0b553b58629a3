let time = 0;
let isFresh = false;

const expire = (): void => {
  isFresh = false;
};

/**
 * Monotonic milliseconds, read once in each turn of the event loop, since reading a clock is slow on virtual machines.
 */
export function monotonic(): number {
  if (isFresh) return time;
  time = performance.now();
  isFresh = true;
  queueMicrotask(expire);
  return time;
}

/** Wall clock less monotonic clock, as it was at the start or at the last `alignSteady`. */
let steadyOffset = Date.now() - performance.now();

/**
 * Milliseconds since 1970 for schedules: not affected when the wall clock is adjusted. On PostgreSQL it follows the
 * database’s clock.
 */
export const steadyNow = (): number => Math.floor(steadyOffset + performance.now());

/** Adopts the database’s clock, read between two values of `performance.now()`. */
export function alignSteady(databaseNow: number, asked: number, answered: number): void {
  steadyOffset = databaseNow - (asked + answered) / 2;
}
