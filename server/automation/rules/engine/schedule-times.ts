import type { TriggerOf } from '../../../../shared/automation/rule';
import { nextRun } from '../../schedule/cron';

const DAY = 86_400_000;
/** A process may be so late without having missed anything. */
const LATE_MS = 60_000;

type ScheduleTrigger = TriggerOf<'schedule'>;

/** The first time of a schedule after an instant, within its span; null where none is left. */
export function nextTime({ cron, timezone, starts_at, ends_at }: ScheduleTrigger, after: Date): Date | null {
  const start = starts_at === null ? undefined : new Date(new Date(starts_at).getTime() - 1);
  const next = nextRun(cron, timezone, start !== undefined && start > after ? start : after);
  return next === null || (ends_at !== null && next > new Date(ends_at)) ? null : next;
}

/**
 * Which time of a schedule is run for, once the clock has passed `due`: that one, or for all that was missed one of the
 * last day; null where what was missed is left out.
 */
export function timeToRun(trigger: ScheduleTrigger, due: Date, now: Date): Date | null {
  const late = now.getTime() - due.getTime();
  if (late <= LATE_MS) return due;
  if (trigger.catch_up === 'none') return lastWithin(trigger, due, now, LATE_MS);
  return late <= DAY ? due : lastWithin(trigger, due, now, DAY);
}

/** The first time that lies at most so long ago. */
function lastWithin(trigger: ScheduleTrigger, due: Date, now: Date, spanMs: number): Date | null {
  const from = new Date(Math.max(due.getTime(), now.getTime() - spanMs - 1));
  const time = nextTime(trigger, from);
  return time !== null && time <= now ? time : null;
}
