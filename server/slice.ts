/** Rows of one transaction in the background take so long, so that whoever writes meanwhile waits no longer. */
const TARGET_MS = 10;

export interface Slice {
  /** Rows of the next transaction. */
  size(): number;
  /** So many rows were done in so many milliseconds. */
  took(rows: number, milliseconds: number): void;
  /** Runs the work of a transaction on so many rows, and learns from how long it took. */
  timed<T>(rows: number, work: () => Promise<T>): Promise<T>;
}

/** How many rows a transaction takes, between `least` and `most`: as many as are done in some milliseconds. */
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
