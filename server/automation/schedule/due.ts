import { SCHEDULE_LIMITS, type Schedule } from '../../../shared/automation/schedule';
import { checkCron } from './cron';
import { instantOf, zoneOf } from './local-time';
import { slotsFrom } from './occurrences';
import { quietUntil } from './quiet-hours';

/** `pointer` is a JSON Pointer into the schedule. */
export interface ScheduleIssue {
  pointer: string;
  code: string;
  message: string;
}

/** What a schema cannot say of a schedule. */
export function scheduleIssues(schedule: Schedule, now: Date): ScheduleIssue[] {
  const issues = (schedule.slots ?? []).flatMap((line, index) => {
    const fault = checkCron(line, zoneOf(schedule), now);
    return fault ? [{ pointer: `/slots/${index}`, ...fault }] : [];
  });
  if (schedule.at === undefined) return issues;
  const at = instantOf(schedule.at, zoneOf(schedule));
  if (now.getTime() - at.getTime() <= SCHEDULE_LIMITS.lateSeconds * 1000) return issues;
  const message = `Lies in the past; at most ${SCHEDULE_LIMITS.lateSeconds} seconds count as now.`;
  return [...issues, { pointer: '/at', code: 'in_past', message }];
}

/**
 * When a publication is due, apart from its jitter; of slots this is the first one, free or not. A time in quiet hours
 * waits for their end.
 */
export function dueAt(schedule: Schedule, now: Date): Date | null {
  if (schedule.mode === 'next_slot') return slotsFrom(schedule, now).next().value ?? null;
  const asked = askedAt(schedule, now);
  const due = asked > now ? asked : now;
  return quietUntil(schedule.quiet_hours, zoneOf(schedule), due) ?? due;
}

function askedAt(schedule: Schedule, now: Date): Date {
  const { mode, at, delay_seconds: delay = 0 } = schedule;
  if (mode === 'at' && at !== undefined) return instantOf(at, zoneOf(schedule));
  return mode === 'delay' ? new Date(now.getTime() + delay * 1000) : now;
}

/** A time up to the schedule’s jitter later. */
export const withJitter = ({ jitter_seconds: most = 0 }: Schedule, due: Date): Date =>
  most === 0 ? due : new Date(due.getTime() + Math.floor(Math.random() * (most * 1000 + 1)));
