/** What is waited for so long hangs. No test measures by it: a machine may be ten times busier than another. */
export const HANGING_MS = 100_000;

/** A question that takes long keeps what is waited for from its work: it is asked for a quarter of the time at most. */
const REST_SHARE = 3;
const LONGEST_REST_MS = 50;

/** Resolves when `check` holds, asked again and again: more seldom where the questions are counted. */
export async function until(
  check: () => boolean | Promise<boolean>,
  { timeoutMs = HANGING_MS, everyMs = 2 } = {},
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (let asked = performance.now(); !(await check()); asked = performance.now()) {
    const answered = performance.now();
    if (answered > deadline) throw new Error('It never came to hold.');
    await Bun.sleep(Math.max(everyMs, Math.min(LONGEST_REST_MS, REST_SHARE * (answered - asked))));
  }
}
