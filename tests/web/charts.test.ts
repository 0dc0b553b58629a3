import { expect, test } from 'bun:test';

import { labelledPoints, stack, ticksUpTo } from '../../web/ui/chart/scale';
import { stepLabel } from '../../web/ui/chart/time-label';

test('the axis has few round numbers that reach the largest value', () => {
  expect(ticksUpTo(0)).toEqual([0, 1]);
  expect(ticksUpTo(3)).toEqual([0, 1, 2, 3]);
  expect(ticksUpTo(7)).toEqual([0, 2, 4, 6, 8]);
  expect(ticksUpTo(99)).toEqual([0, 25, 50, 75, 100]);
  expect(ticksUpTo(411)).toEqual([0, 200, 400, 600]);
  expect(ticksUpTo(0.3, false).at(-1)).toBeCloseTo(0.3, 5);
  expect(ticksUpTo(0, false)).toEqual([0]);
  for (let max = 1; max < 100_000; max = max * 2 + 1) {
    const ticks = ticksUpTo(max);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.every(Number.isInteger)).toBe(true);
  }
});

test('labels are evenly spaced, and the last point has one', () => {
  expect(labelledPoints(30, 6)).toEqual([4, 9, 14, 19, 24, 29]);
  expect(labelledPoints(3, 10)).toEqual([0, 1, 2]);
  expect(labelledPoints(5, 0)).toEqual([4]);
  expect(labelledPoints(0, 5)).toEqual([]);
});

test('stacked bars stand on each other', () => {
  const series = [
    { name: '2xx', tone: 'success', values: [3, 0] },
    { name: '5xx', tone: 'error', values: [1, 2] },
  ] as const;
  expect(stack(series)).toEqual([
    [
      [0, 3],
      [0, 0],
    ],
    [
      [3, 4],
      [0, 2],
    ],
  ]);
});

test('steps are named in the time zone of the data', () => {
  const at = '2026-11-01T23:00:00.000Z';
  expect(stepLabel(at, 'day', 'short', 'UTC')).toBe('Nov 1');
  expect(stepLabel(at, 'day', 'short', 'Europe/Berlin')).toBe('Nov 2');
  expect(stepLabel(at, 'hour', 'short', 'UTC')).toBe('23:00');
});
