import type { Schedule, ScheduleMode } from '../../../../../shared/automation/schedule';
import { HOUR_MS, MINUTE_MS } from '../../../../../shared/durations';
import { t } from './texts';

const DELAY_UNITS = ['60', '3600', '86400'] as const;
export const delayUnits = () => [
  { value: '60', label: t('minutes') },
  { value: '3600', label: t('hours') },
  { value: '86400', label: t('days') },
];

export interface ScheduleDraft {
  mode: ScheduleMode;
  /** Local time in `timezone`, as `datetime-local` fields write it. */
  at: string;
  delay_seconds: { amount: number | ''; unit: string };
  /** Cron expressions. */
  slots: string[];
  slot_group: string;
  timezone: string;
  quiet_hours: { isSet: boolean; from: string; to: string; days: number[] };
  jitter_seconds: number | '';
}

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

export const NEW_SCHEDULE: ScheduleDraft = {
  mode: 'now',
  at: '',
  delay_seconds: { amount: 1, unit: '3600' },
  slots: ['0 9 * * 1-5'],
  slot_group: '',
  timezone: ownZone(),
  quiet_hours: { isSet: false, from: '22:00', to: '07:00', days: EVERY_DAY },
  jitter_seconds: '',
};

const HAS_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/;

/** An instant as the clocks of a zone show it, in the form of `datetime-local` fields. */
export function clocksOf(at: string, zone: string): string {
  if (!HAS_OFFSET.test(at)) return at.slice(0, 16);
  // Swedish writes times as ISO does.
  return new Date(at).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16).replace(' ', 'T');
}

/** The instant at which the clocks of a zone show a local time. */
export function instantOf(local: string, zone: string): number {
  const asUtc = Date.parse(`${local}Z`);
  const offset = (at: number) => Date.parse(`${clocksOf(new Date(at).toISOString(), zone)}Z`) - at;
  // Of a time near a change of the clocks, the offset is that of the instant itself.
  return asUtc - offset(asUtc - offset(asUtc));
}

/** An hour that begins sooner would be over before the form is filled in. */
const FILLED_IN_MS = 5 * MINUTE_MS;

/** The next full hour by the clocks of a zone that is not about to begin. */
export function nextFullHour(zone: string, now = Date.now()): string {
  const [date = '', time = ''] = clocksOf(new Date(now + FILLED_IN_MS + HOUR_MS).toISOString(), zone).split('T');
  return `${date}T${time.slice(0, 2)}:00`;
}

export function draftOfSchedule(schedule: Schedule): ScheduleDraft {
  const zone = schedule.timezone ?? (schedule.mode === 'at' ? ownZone() : 'UTC');
  const { quiet_hours: quiet } = schedule;
  return {
    mode: schedule.mode,
    at: schedule.at === undefined ? '' : clocksOf(schedule.at, zone),
    delay_seconds: delayOf(schedule.delay_seconds),
    slots: schedule.slots ?? NEW_SCHEDULE.slots,
    slot_group: schedule.slot_group ?? '',
    timezone: zone,
    quiet_hours: quiet
      ? { isSet: true, from: quiet.from, to: quiet.to, days: quiet.days ?? EVERY_DAY }
      : NEW_SCHEDULE.quiet_hours,
    jitter_seconds: schedule.jitter_seconds ?? '',
  };
}

/** Seconds in the largest unit that leaves nothing over. */
function delayOf(seconds: number | undefined): ScheduleDraft['delay_seconds'] {
  if (seconds === undefined) return NEW_SCHEDULE.delay_seconds;
  const unit = DELAY_UNITS.findLast((value) => seconds % Number(value) === 0) ?? DELAY_UNITS[0];
  return { amount: seconds / Number(unit), unit };
}

export function scheduleOf(draft: ScheduleDraft): Schedule {
  const { mode, quiet_hours: quiet } = draft;
  const isZoned = mode === 'at' || mode === 'next_slot' || quiet.isSet;
  const common = {
    ...(isZoned ? { timezone: draft.timezone } : {}),
    ...(quiet.isSet ? { quiet_hours: quietOf(quiet) } : {}),
    ...(draft.jitter_seconds === '' || draft.jitter_seconds === 0 ? {} : { jitter_seconds: draft.jitter_seconds }),
  };
  switch (mode) {
    case 'now':
      return { mode, ...common };
    case 'at':
      return { mode, at: draft.at, ...common };
    case 'delay': {
      const { amount, unit } = draft.delay_seconds;
      return { mode, delay_seconds: Math.round(Number(amount) * Number(unit)), ...common };
    }
    case 'next_slot': {
      const group = draft.slot_group.trim();
      return { mode, slots: draft.slots, ...(group === '' ? {} : { slot_group: group }), ...common };
    }
    default:
      return mode satisfies never;
  }
}

const quietOf = ({ from, to, days }: ScheduleDraft['quiet_hours']) => ({
  from,
  to,
  ...(days.length === EVERY_DAY.length ? {} : { days: days.toSorted((a, b) => a - b) }),
});

/** As far as the API accepts a time that has just passed. */
const LATE_MS = MINUTE_MS;

/** Checks that need no server. */
export function faultsInSchedule(
  { mode, at, timezone, delay_seconds: delay, slots, quiet_hours: quiet }: ScheduleDraft,
  now = Date.now(),
): Record<string, string> {
  const isPast = at !== '' && instantOf(at, timezone) < now - LATE_MS;
  return {
    ...(mode === 'at' && at === '' ? { 'schedule.at': t('needTime') } : {}),
    ...(mode === 'at' && isPast ? { 'schedule.at': t('needFuture') } : {}),
    ...(mode === 'delay' && delay.amount === '' ? { 'schedule.delay_seconds': t('needDelay') } : {}),
    ...(mode === 'next_slot' && slots.length === 0 ? { 'schedule.slots': t('needSlot') } : {}),
    ...(quiet.isSet && quiet.days.length === 0 ? { 'schedule.quiet_hours': t('needDay') } : {}),
  };
}
