import type { Schedule } from '../../../shared/automation/schedule';
import { SCHEDULE_LIMITS } from '../../../shared/automation/schedule-limits';
import type { Issue } from '../channels/channel';
import { checkCron } from './cron';
import { instantOf, zoneOf } from './local-time';
import { slotsFrom } from './occurrences';
import { quietUntil } from './quiet-hours';

export function scheduleIssues(schedule: Schedule, now: Date): Issue[] {
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

/** The time before jitter and quiet hours; for slots the first one, reserved or not. */
export function scheduledAt(schedule: Schedule, now: Date): Date | null {
  if (schedule.mode === 'next_slot') return slotsFrom(schedule, now).next().value ?? null;
  const requested = requestedAt(schedule, now);
  const due = requested > now ? requested : now;
  return quietUntil(schedule.quiet_hours, zoneOf(schedule), due) ?? due;
}

function requestedAt(schedule: Schedule, now: Date): Date {
  const { mode, at, delay_seconds: delay = 0 } = schedule;
  if (mode === 'at' && at !== undefined) return instantOf(at, zoneOf(schedule));
  return mode === 'delay' ? new Date(now.getTime() + delay * 1000) : now;
}

export const withJitter = ({ jitter_seconds: max = 0 }: Schedule, due: Date): Date =>
  max === 0 ? due : new Date(due.getTime() + Math.floor(Math.random() * (max * 1000 + 1)));
