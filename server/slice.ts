/** Target duration of a background transaction, so that other writers wait no longer. */
const TARGET_MS = 10;

export interface Slice {
  size(): number;
  took(rows: number, milliseconds: number): void;
  /** Runs the work of a transaction on so many rows, and learns from how long it took. */
  timed<T>(rows: number, work: () => Promise<T>): Promise<T>;
}

/** Adapts the number of rows of a transaction, between `least` and `most`, to the target duration. */
export function createSlice({ least = 1, most }: { least?: number; most: number }): Slice {
  let rows = Math.max(least, Math.ceil(most / 8));
  const took = (count: number, milliseconds: number): void => {
    const fitting = count * (TARGET_MS / Math.max(1, milliseconds));
    // It grows only where a whole slice was done, and slowly: the next rows may be others.
    if (count >= rows) rows = Math.max(least, Math.min(most, Math.ceil(Math.min(fitting, rows * 1.5))));
  };
  return {
    size: () => rows,
    took,
    async timed(count, work) {
      const began = performance.now();
      const result = await work();
      took(count, performance.now() - began);
      return result;
    },
  };
}
