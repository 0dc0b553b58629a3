let time = 0;
let isFresh = false;

const expire = (): void => {
  isFresh = false;
};

/**
 * Monotonic milliseconds, read once in each turn of the loop: a request asks several times, and on a virtual machine
 * each question can cost as much as a hash.
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
 * Milliseconds since 1970 for what is scheduled: the wall clock of the start and monotonic time since, so that a clock
 * that is set neither hastens nor delays anything. On PostgreSQL it follows the database’s clock, which all share.
 */
export const steadyNow = (): number => Math.floor(steadyOffset + performance.now());

/** Takes over the database’s clock, read between two moments of `performance.now()`. */
export function alignSteady(databaseNow: number, asked: number, answered: number): void {
  steadyOffset = databaseNow - (asked + answered) / 2;
}
