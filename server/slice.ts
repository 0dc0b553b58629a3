/** Target duration of a background transaction, which limits the wait of other writers. */
const TARGET_MS = 10;

export interface Slice {
  size(): number;
  took(rows: number, milliseconds: number): void;
  timed<T>(rows: number, work: () => Promise<T>): Promise<T>;
}

export function createSlice({ min = 1, max }: { min?: number; max: number }): Slice {
  let rows = Math.max(min, Math.ceil(max / 8));
  const took = (count: number, milliseconds: number): void => {
    const fitting = count * (TARGET_MS / Math.max(1, milliseconds));
    // Grows only after a full slice, and slowly, since the next rows may be more expensive.
    if (count >= rows) rows = Math.max(min, Math.min(max, Math.ceil(Math.min(fitting, rows * 1.5))));
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
