import { locale } from '../../../../i18n/locale';

/** A calendar day in the browser’s time zone, `2026-11-21`. */
export type Day = string;

const pad = (value: number): string => String(value).padStart(2, '0');

export function dayOf(at: Date | string): Day {
  const date = new Date(at);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

const partsOf = (day: Day): [year: number, month: number, date: number] => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return [year, month - 1, date];
};

/** The first instant of the day in the browser’s time zone. */
export const startOf = (day: Day): Date => new Date(...partsOf(day));

export function addDays(day: Day, count: number): Day {
  const [year, month, date] = partsOf(day);
  return dayOf(new Date(year, month, date + count));
}

/** The same date of another month, or the last day of that month. */
export function addMonths(day: Day, count: number): Day {
  const [year, month, date] = partsOf(day);
  const last = new Date(year, month + count + 1, 0).getDate();
  return dayOf(new Date(year, month + count, Math.min(date, last)));
}

export const isSameMonth = (a: Day, b: Day): boolean => a.slice(0, 7) === b.slice(0, 7);

const DAYS = 7;
/** From Monday, 0, to Sunday, 6. */
const weekdayOf = (day: Day): number => (startOf(day).getDay() + DAYS - 1) % DAYS;
export const mondayOf = (day: Day): Day => addDays(day, -weekdayOf(day));
const sundayOf = (day: Day): Day => addDays(day, DAYS - 1 - weekdayOf(day));

export const daysFrom = (day: Day): Day[] => Array.from({ length: DAYS }, (_, index) => addDays(day, index));

/** The same time of another day. */
export function atDay(time: Date, day: Day): Date {
  const moved = startOf(day);
  moved.setHours(time.getHours(), time.getMinutes(), time.getSeconds(), time.getMilliseconds());
  return moved;
}

/** The same minute of another hour. */
export function atHour(time: Date, hour: number): Date {
  const moved = new Date(time);
  moved.setHours(hour);
  return moved;
}

export const hourOf = (at: string): number => new Date(at).getHours();

/** The weeks that hold the month of a day, each from Monday to Sunday. */
export function weeksOf(day: Day): Day[][] {
  const first = `${day.slice(0, 7)}-01`;
  const weeks: Day[][] = [];
  for (let monday = mondayOf(first); monday <= first || isSameMonth(monday, day); monday = addDays(monday, DAYS)) {
    weeks.push(daysFrom(monday));
  }
  return weeks;
}

const monthName = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
const dayName = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
// 24 hours in both languages, as in logs.
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const weekdays = {
  long: new Intl.DateTimeFormat(locale, { weekday: 'long' }),
  short: new Intl.DateTimeFormat(locale, { weekday: 'short' }),
};

/** `Monday` for 1, `Sunday` for 7. */
export const weekdayName = (day: number, length: 'long' | 'short'): string =>
  // 1 January 2024 was a Monday.
  weekdays[length].format(new Date(2024, 0, day));

/** `Nov 16 – 22, 2026`. */
export const nameOfWeek = (monday: Day): string => {
  const range = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  return range.formatRange(startOf(monday), startOf(addDays(monday, DAYS - 1)));
};
/** `Nov 21`. */
export const shortNameOfDay = (day: Day): string => shortDay.format(startOf(day));
/** `November 2026`. */
export const nameOfMonth = (day: Day): string => monthName.format(startOf(day));
/** `Saturday, November 21`. */
export const nameOfDay = (day: Day): string => dayName.format(startOf(day));
/** `09:30`. */
export const clockOf = (at: string): string => clock.format(new Date(at));

/** The day that an arrow, Home, End or Page key leads to; undefined for other keys. */
export function dayByKey(day: Day, key: string): Day | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -DAYS);
    case 'ArrowDown':
      return addDays(day, DAYS);
    case 'Home':
      return mondayOf(day);
    case 'End':
      return sundayOf(day);
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    default:
      return undefined;
  }
}
