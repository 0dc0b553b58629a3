import type { TriggerOf } from '../../../../shared/automation/rule';
import { DAY_MS, MINUTE_MS } from '../../../../shared/durations';
import { nextRun } from '../../schedule/cron';
import { zoneOf } from '../../schedule/local-time';

/** Delay of a process that does not count as a missed occurrence. */
const LATE_MS = MINUTE_MS;

type ScheduleTrigger = TriggerOf<'schedule'>;

/** Null when none is left. */
export function nextTime(trigger: ScheduleTrigger, after: Date): Date | null {
  const { cron, starts_at, ends_at } = trigger;
  const start = starts_at === null ? undefined : new Date(new Date(starts_at).getTime() - 1);
  const next = nextRun(cron, zoneOf(trigger), start !== undefined && start > after ? start : after);
  return next === null || (ends_at !== null && next > new Date(ends_at)) ? null : next;
}

/** The occurrence at `due`, or after downtime the latest of the last day; null when missed ones are skipped. */
export function timeToRun(trigger: ScheduleTrigger, due: Date, now: Date): Date | null {
  const late = now.getTime() - due.getTime();
  if (late <= LATE_MS) return due;
  if (trigger.catch_up === 'none') return lastWithin(trigger, due, now, LATE_MS);
  return late <= DAY_MS ? due : lastWithin(trigger, due, now, DAY_MS);
}

function lastWithin(trigger: ScheduleTrigger, due: Date, now: Date, spanMs: number): Date | null {
  const from = new Date(Math.max(due.getTime(), now.getTime() - spanMs - 1));
  const time = nextTime(trigger, from);
  return time !== null && time <= now ? time : null;
}
