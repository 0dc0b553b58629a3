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
