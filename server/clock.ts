let time = 0;
let isFresh = false;

const expire = (): void => {
  isFresh = false;
};

/** Read once per turn of the event loop, since reading a clock is slow on virtual machines. */
export function monotonic(): number {
  if (isFresh) return time;
  time = performance.now();
  isFresh = true;
  queueMicrotask(expire);
  return time;
}

/** Of `databaseNow`, and of the clock that the offset began with. */
const ROUNDING_MS = 2;
let steadyOffset = Date.now() - performance.now();

/** Milliseconds since 1970, independent of changes of the wall clock. On PostgreSQL it follows the database’s clock. */
export const steadyNow = (): number => Math.floor(steadyOffset + performance.now());

/** `asked` and `answered` are values of `performance.now()` around the query. */
export function alignSteady(databaseNow: number, asked: number, answered: number): void {
  const offset = databaseNow - (asked + answered) / 2;
  // The rest may be the way of the answer, and a slow one must not set the clock back.
  if (Math.abs(offset - steadyOffset) > (answered - asked) / 2 + ROUNDING_MS) steadyOffset = offset;
}
