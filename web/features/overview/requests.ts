import { DAY_MS, HOUR_MS } from '../../../shared/durations';
import type { Outputs } from '../../trpc';

export const RANGES = ['24h', '7d', '30d'] as const;
export type Range = (typeof RANGES)[number];

type Usage = Pick<Outputs['usage']['get'], 'from' | 'data'>;

const PERIODS = {
  '24h': { step: 'hour', ms: HOUR_MS, count: 24 },
  '7d': { step: 'day', ms: DAY_MS, count: 7 },
  '30d': { step: 'day', ms: DAY_MS, count: 30 },
} as const satisfies Record<Range, object>;

export const stepOf = (range: Range) => PERIODS[range].step;

/** The period and the one before it, aligned to UTC: the input is the same while the page is open. */
export function bothPeriods(range: Range, now = Date.now()): { granularity: 'hour' | 'day'; from: string } {
  const { step, ms, count } = PERIODS[range];
  return { granularity: step, from: new Date((Math.floor(now / ms) + 1 - 2 * count) * ms).toISOString() };
}

interface Point {
  starts_at: string;
}

/** One number for each step of the period, and of the one before; steps without points are 0. */
export function split<T extends Point>(
  { from, data }: { from: string; data: readonly T[] },
  range: Range,
  valueOf: (point: T) => number,
): { times: string[]; now: number[]; before: number[] } {
  const { ms, count } = PERIODS[range];
  const start = Date.parse(from);
  const values = Array.from({ length: 2 * count }, () => 0);
  for (const point of data) {
    const index = Math.floor((Date.parse(point.starts_at) - start) / ms);
    if (index in values) values[index] = (values[index] ?? 0) + valueOf(point);
  }
  const times = values.map((_, index) => new Date(start + index * ms).toISOString());
  return { times: times.slice(count), now: values.slice(count), before: values.slice(0, count) };
}

export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Requests by the class of their status. */
export function byStatus(usage: Usage, range: Range) {
  const all = split(usage, range, ({ requests }) => requests);
  const refused = split(usage, range, ({ errors_4xx: count }) => count).now;
  const failed = split(usage, range, ({ errors_5xx: count }) => count).now;
  const succeeded = all.now.map((count, index) => count - (refused[index] ?? 0) - (failed[index] ?? 0));
  return { ...all, succeeded, refused, failed };
}
