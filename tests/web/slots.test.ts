import { expect, test } from 'bun:test';

import {
  groupsOf,
  linesOf,
  rangesOf,
  slotsIn,
  weeklyTimes,
} from '../../web/features/automation/publications/composer/slots';

test('cron expressions of every week are times of weekdays', () => {
  expect(weeklyTimes('30 9 * * 1,3')).toEqual([
    { day: 1, time: '09:30' },
    { day: 3, time: '09:30' },
  ]);
  // Cron has two numbers for Sunday.
  expect(weeklyTimes('0 9,17 * * 0')).toEqual(weeklyTimes('0 9,17 * * 7'));
  expect(weeklyTimes('0 12 * * *')).toHaveLength(7);
});

test('other expressions are left alone', () => {
  for (const line of [
    '0 9 1 * *',
    '0 9 * 12 1',
    '*/5 9 * * 1',
    '0 24 * * 1',
    '0 9 * * 8',
    '0 9 * * MON',
    '@daily',
    '0',
  ]) {
    expect([line, weeklyTimes(line)]).toEqual([line, undefined]);
  }
  expect(slotsIn(['0 9 * * 1', '0 9 1 * *'])).toEqual({ weekly: [{ day: 1, time: '09:00' }], others: ['0 9 1 * *'] });
});

test('slots become as few expressions as say the same', () => {
  for (const lines of [
    ['0 9 * * 1-5', '0 17 * * 5'],
    ['0 9,17 * * *'],
    ['0 9 * * 1', '30 9 * * 1'],
    ['15 8,20 * * 2-4,7'],
  ]) {
    expect(linesOf(slotsIn(lines).weekly)).toEqual(lines);
  }
  expect(linesOf([])).toEqual([]);
  // The same slot twice is one.
  expect(linesOf(slotsIn(['0 9 * * 1-3', '0 9 * * 3-5']).weekly)).toEqual(['0 9 * * 1-5']);
});

test('days that follow each other are one range', () => {
  expect(rangesOf([1, 2, 3, 5, 7])).toEqual([
    [1, 3],
    [5, 5],
    [7, 7],
  ]);
  expect(groupsOf(slotsIn(['0 9,17 * * 1-5']).weekly)).toEqual([{ days: [1, 2, 3, 4, 5], times: ['09:00', '17:00'] }]);
});
