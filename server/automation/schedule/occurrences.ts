import { LRUCache } from 'lru-cache';

import type { Schedule } from '../../../shared/automation/schedule';
import { SCHEDULE_LIMITS } from '../../../shared/automation/schedule-limits';
import { nextRun } from './cron';
import { zoneOf } from './local-time';
import { quietUntil } from './quiet-hours';

interface Occurrence {
  at: Date;
  isQuiet: boolean;
  lines: number;
}

interface Course {
  from: Date;
  known: Occurrence[];
  rest: Iterator<Occurrence, undefined>;
}

/** Bounds the cost of lines that all give the same instants. */
const MAX_LINES = 3 * SCHEDULE_LIMITS.occurrences;
/** Publications share slots, and computing one takes a tenth of a millisecond. */
const courses = new LRUCache<string, Course>({ max: 200 });
/** More past occurrences are dropped and computed again. */
const MAX_KNOWN = 4 * SCHEDULE_LIMITS.occurrences;

/** Unique, in order, and outside quiet hours. */
export function* slotsFrom(schedule: Schedule, after: Date): Generator<Date, undefined> {
  const course = courseOf(schedule, after);
  let [seen, lines] = [0, 0];
  let index = firstAfter(course.known, after);
  for (; seen < SCHEDULE_LIMITS.occurrences && lines < MAX_LINES; index += 1) {
    const occurrence = course.known[index] ?? extend(course);
    if (occurrence === undefined) return;
    if (occurrence.at <= after) continue;
    seen += 1;
    lines += occurrence.lines;
    if (!occurrence.isQuiet) yield occurrence.at;
  }
}

function courseOf(schedule: Schedule, after: Date): Course {
  const key = JSON.stringify([schedule.slots, schedule.timezone, schedule.quiet_hours]);
  let course = courses.get(key);
  if (course === undefined || course.from > after || course.known.length > MAX_KNOWN) {
    course = { from: after, known: [], rest: occurrencesOf(schedule, after) };
    courses.set(key, course);
  }
  return course;
}

function extend({ known, rest }: Course): Occurrence | undefined {
  const { value } = rest.next();
  if (value) known.push(value);
  return value;
}

/** The length if there is none. */
function firstAfter(known: readonly Occurrence[], after: Date): number {
  let [low, high] = [0, known.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const occurrence = known[middle];
    if (occurrence !== undefined && occurrence.at <= after) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* occurrencesOf(schedule: Schedule, after: Date): Generator<Occurrence, undefined> {
  const timezone = zoneOf(schedule);
  const lines = [...new Set(schedule.slots)].map((pattern) => ({ pattern, next: nextRun(pattern, timezone, after) }));
  for (;;) {
    const [at] = lines.flatMap(({ next }) => next ?? []).toSorted((a, b) => a.getTime() - b.getTime());
    if (at === undefined) return;
    const due = lines.filter(({ next }) => next && next <= at);
    for (const line of due) line.next = nextRun(line.pattern, timezone, at);
    yield { at, isQuiet: quietUntil(schedule.quiet_hours, timezone, at) !== null, lines: due.length };
  }
}
