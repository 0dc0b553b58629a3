/**
 * Sends at a fixed rate, whatever the answers take. Returns the milliseconds from the instant that each was to be sent
 * to the end of its answer, the shortest first; throws what `send` throws.
 */
export async function atRate(
  { rate, seconds }: { rate: number; seconds: number },
  send: (index: number) => () => Promise<void>,
): Promise<number[]> {
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const began = performance.now();
  for (let index = 0; index < rate * seconds; index += 1) {
    const due = began + (index * 1000) / rate;
    if (due > performance.now()) await Bun.sleep(due - performance.now());
    // What is sent is made before, so that making it counts as waiting.
    const sent = send(index);
    running.push(sent().then(() => void times.push(performance.now() - due)));
  }
  await Promise.all(running);
  return times.toSorted((a, b) => a - b);
}

/** The value that so large a part of sorted ones lies below. */
export const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Infinity;
