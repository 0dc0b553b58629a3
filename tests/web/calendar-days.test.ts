import { expect, test } from 'bun:test';

import {
  addDays,
  addMonths,
  atDay,
  atHour,
  dayByKey,
  dayOf,
  mondayOf,
  nameOfWeek,
  startOf,
  weekdayName,
  weeksOf,
} from '../../web/features/automation/publications/calendar/days';

test('a month is shown in whole weeks from Monday to Sunday', () => {
  const weeks = weeksOf('2026-11-21');
  expect(weeks[0]?.[0]).toBe('2026-10-26');
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06');
  expect(weeks).toHaveLength(6);
  // Begins on a Monday, and has exactly four weeks.
  expect(weeksOf('2027-02-10').map(([monday]) => monday)).toEqual([
    '2027-02-01',
    '2027-02-08',
    '2027-02-15',
    '2027-02-22',
  ]);
  // Over the end of a year.
  expect(weeksOf('2026-12-31').at(-1)?.at(-1)).toBe('2027-01-03');
});

test('days are days of the clock here, whatever was done to it in spring and autumn', () => {
  for (const day of ['2027-03-13', '2027-03-28', '2026-10-25', '2026-11-01', '2028-02-29']) {
    expect(addDays(addDays(day, 1), -1)).toBe(day);
    expect(addDays(mondayOf(day), 7)).toBe(mondayOf(addDays(day, 7)));
    expect(dayOf(startOf(day))).toBe(day);
  }
});

test('another month has the same date, or its last', () => {
  expect(addMonths('2026-11-21', 1)).toBe('2026-12-21');
  expect(addMonths('2026-12-31', 2)).toBe('2027-02-28');
  expect(addMonths('2027-01-15', -1)).toBe('2026-12-15');
});

test('keys lead to days, and other keys nowhere', () => {
  const from = '2026-11-21';
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'Enter'];
  expect(keys.map((key) => dayByKey(from, key))).toEqual([
    '2026-11-20',
    '2026-11-22',
    '2026-11-14',
    '2026-11-28',
    '2026-11-16',
    '2026-11-22',
    '2026-10-21',
    '2026-12-21',
    undefined,
  ]);
});

test('a time keeps its clock on another day, and its minute in another hour', () => {
  const time = new Date(2026, 9, 24, 9, 30);
  for (const day of ['2026-10-25', '2026-11-01', '2027-03-14', '2027-03-28']) {
    const moved = atDay(time, day);
    expect([dayOf(moved), moved.getHours(), moved.getMinutes()]).toEqual([day, 9, 30]);
  }
  expect(atHour(time, 17)).toEqual(new Date(2026, 9, 24, 17, 30));
});

test('weekdays and weeks have names', () => {
  expect([1, 7].map((day) => weekdayName(day, 'long'))).toEqual(['Monday', 'Sunday']);
  expect(nameOfWeek('2026-11-30').replaceAll(/\s/g, ' ')).toBe('Nov 30 – Dec 6, 2026');
});
