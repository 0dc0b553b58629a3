/** A time of each week: 1 is Monday. */
export interface WeeklySlot {
  day: number;
  /** `09:30`. */
  time: string;
}

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const SUNDAY = 7;
const WORD = /^\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*$/;

const pad = (value: number): string => String(value).padStart(2, '0');

/** `1-3,5` as numbers; undefined when it is no list, or beyond the bounds. */
function numbersIn(word: string | undefined, min: number, max: number): number[] | undefined {
  if (word === undefined || !WORD.test(word)) return undefined;
  const found = word.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  });
  return found.every((value) => value >= min && value <= max) ? found : undefined;
}

/** The times that a cron expression means in every week alike; undefined for any other expression. */
export function weeklyTimes(line: string): WeeklySlot[] | undefined {
  const [minute, hour, date, month, weekday] = line.trim().split(/\s+/);
  if (date !== '*' || month !== '*') return undefined;
  const minutes = numbersIn(minute, 0, 59);
  const hours = numbersIn(hour, 0, 23);
  // Cron has 0 and 7 for Sunday.
  const days = weekday === '*' ? DAYS : numbersIn(weekday, 0, SUNDAY)?.map((day) => (day === 0 ? SUNDAY : day));
  if (!minutes || !hours || !days) return undefined;
  return days.flatMap((day) =>
    hours.flatMap((at) => minutes.map((past) => ({ day, time: `${pad(at)}:${pad(past)}` }))),
  );
}

export interface SlotsOfLines {
  weekly: WeeklySlot[];
  /** Expressions that no week shows, such as “the first of each month”. */
  others: string[];
}

export function slotsIn(lines: readonly string[]): SlotsOfLines {
  const found = new Map<string, WeeklySlot>();
  const others: string[] = [];
  for (const line of lines) {
    const times = weeklyTimes(line);
    if (times) for (const slot of times) found.set(`${slot.day} ${slot.time}`, slot);
    else others.push(line);
  }
  return { weekly: [...found.values()], others };
}

/** Slots by the days that they share: those at the same times of the same days are one group. */
export function groupsOf(weekly: readonly WeeklySlot[]): { days: number[]; times: string[] }[] {
  const byTime = Map.groupBy(weekly, ({ time }) => time);
  const timed = [...byTime]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([time, slots]) => ({ time, days: slots.map(({ day }) => day).toSorted((a, b) => a - b) }));
  return [...Map.groupBy(timed, ({ days }) => days.join())].map(([, group]) => ({
    days: group[0]?.days ?? [],
    times: group.map(({ time }) => time),
  }));
}

/** `[1, 2, 3, 5]` as `[[1, 3], [5, 5]]`. */
export function rangesOf(days: readonly number[]): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last && last[1] === day - 1) last[1] = day;
    else ranges.push([day, day]);
  }
  return ranges;
}

/** As few cron expressions as say the same. */
export const linesOf = (weekly: readonly WeeklySlot[]): string[] =>
  groupsOf(weekly).flatMap(({ days, times }) => {
    const weekdays =
      days.length === DAYS.length
        ? '*'
        : rangesOf(days)
            .map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
            .join(',');
    // One expression has every hour with every minute.
    return [...Map.groupBy(times, (time) => Number(time.slice(3)))].map(
      ([minute, group]) => `${minute} ${group.map((time) => Number(time.slice(0, 2))).join(',')} * * ${weekdays}`,
    );
  });
