/** Round numbers from 0 to at least `max`, at most five steps: `0, 20, 40, 60`. Whole ones, for counts. */
export function ticksUpTo(max: number, isWhole = true): number[] {
  // No fraction of a cent stands for money that was never spent.
  if (!isWhole && max <= 0) return [0];
  const rough = (isWhole ? Math.max(max, 1) : max) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const size = isWhole ? Math.max(1, Math.ceil(step)) : step;
  const count = Math.max(1, Math.ceil(max / size - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => index * size);
}

/** Which of `count` points get a label: evenly spaced, the last one of them always. */
export function labelledPoints(count: number, maxLabels: number): number[] {
  if (count === 0) return [];
  const every = Math.max(1, Math.ceil(count / Math.max(1, maxLabels)));
  const found: number[] = [];
  for (let at = count - 1; at >= 0; at -= every) found.unshift(at);
  return found;
}

export interface Series {
  name: string;
  values: readonly number[];
  tone: ChartTone;
}

export type ChartTone = 'core' | 'wa' | 'link' | 'auto' | 'success' | 'warning' | 'error' | 'neutral';

/** What is on top of what: for each series, where each of its bars begins and ends. */
export function stack(series: readonly Series[]): [from: number, to: number][][] {
  const tops: number[] = [];
  return series.map(({ values }) =>
    values.map((value, at) => {
      const from = tops[at] ?? 0;
      tops[at] = from + value;
      return [from, from + value];
    }),
  );
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
