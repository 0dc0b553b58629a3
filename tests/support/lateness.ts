const TICK_MS = 20;

/** How late timers of this process came, all together: the processes that are watched had no more of the machine. */
export function watchLateness() {
  const seen = { late: 0, at: performance.now() };
  const timer = setInterval(() => {
    const now = performance.now();
    seen.late += Math.max(0, now - seen.at - 2 * TICK_MS);
    seen.at = now;
  }, TICK_MS);
  return { late: () => seen.late, [Symbol.dispose]: () => clearInterval(timer) };
}
