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

let steadyOffset = Date.now() - performance.now();

/** Milliseconds since 1970, unaffected by changes of the wall clock. On PostgreSQL it follows the database’s clock. */
export const steadyNow = (): number => Math.floor(steadyOffset + performance.now());

/** `asked` and `answered` are values of `performance.now()` around the query. */
export function alignSteady(databaseNow: number, asked: number, answered: number): void {
  steadyOffset = databaseNow - (asked + answered) / 2;
}
