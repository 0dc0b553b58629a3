import { z } from 'zod';

import { oneOf } from '../one-of';
import { text, timeInput } from '../text';
import { isTimezone } from '../timezone';
import { SCHEDULE_LIMITS } from './schedule-limits';

const SCHEDULE_MODES = ['now', 'at', 'delay', 'next_slot'] as const;
export type ScheduleMode = (typeof SCHEDULE_MODES)[number];

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const clock = (example: string) =>
  z
    .string()
    .regex(CLOCK, 'Must be a time in the form HH:MM, such as 22:00.')
    .meta({ minLength: 5, maxLength: 5, example });

/** A stored name is not validated again, since the list of zones changes with the runtime. */
export const timezoneName = () => text(64).meta({ minLength: 1, maxLength: 64, example: 'Europe/Berlin' });

const timezone = () =>
  timezoneName()
    // Some engines accept an offset as a zone, but the IANA list has none.
    .refine((name) => !/^[+-]/.test(name) && isTimezone(name), {
      error: 'Must be an IANA time zone, such as Europe/Berlin.',
      params: { code: 'unknown_timezone' },
    })
    .meta({ minLength: 1, maxLength: 64, example: 'Europe/Berlin' });

/** Five cron fields, or a name. Saving checks whether it can ever run. */
export const cronLine = () =>
  text(100)
    .regex(
      /^(?:@(?:hourly|daily|weekly|monthly)|\S+(?:[ \t]+\S+){4})$/,
      'Must be a cron expression with five fields, such as 0 9 * * 1-5, or @hourly, @daily, @weekly or @monthly.',
    )
    .meta({ minLength: 1, maxLength: 100, example: '0 9 * * 1-5' });

const LOCAL_TIME = /^(?:19[7-9]\d|20\d{2}|2100)-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/;

/** A local time requires a zone in another field. */
export const localOrInstant = () =>
  z
    .union([
      timeInput(),
      z
        .string()
        .max(40)
        .regex(LOCAL_TIME, 'Must be a time with an offset, such as 2026-11-21T09:30:00Z, or a local time without one.')
        .refine(isLocalTime, { error: 'Must be an existing date and time.', params: { code: 'invalid_datetime' } }),
    ])
    .meta({ maxLength: 40, example: '2026-11-28T09:00:00Z' });

export const QuietHours = z
  .strictObject({
    from: clock('22:00').describe('Start of the quiet hours.'),
    to: clock('07:00').describe('End of the quiet hours; a time before `from` is on the next day.'),
    days: z
      .array(z.number().int().min(1).max(7))
      .min(1)
      .max(7)
      .optional()
      .describe('Weekdays on which the quiet hours start; 1 is Monday. Default: every day.')
      .meta({ example: [1, 2, 3, 4, 5] }),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'Must differ from `from`.' })
  .meta({ example: { from: '22:00', to: '07:00' } });
export type QuietHours = z.output<typeof QuietHours>;

const integerOf = (max: number, min: number) => z.number().int().min(min).max(max);

const common = {
  timezone: timezone().optional().describe('IANA time zone of `at`, `slots` and `quiet_hours`. Default: UTC.'),
  quiet_hours: QuietHours.optional().describe('Quiet hours, in which nothing is sent; deliveries wait until they end.'),
  jitter_seconds: integerOf(SCHEDULE_LIMITS.jitterSeconds, 0)
    .optional()
    .describe('Maximum random delay in seconds. Default: 0.')
    .meta({ example: 0 }),
};

export const Schedule = oneOf(
  [
    z.strictObject({ mode: z.literal('now').default('now').describe('At once.'), ...common }),
    z.strictObject({
      mode: z.literal('at').describe('At a given time.'),
      at: localOrInstant().describe(
        'Time to send, with an offset or as a local time in `timezone`. Must be in the future; up to one minute in the past counts as now.',
      ),
      ...common,
    }),
    z.strictObject({
      mode: z.literal('delay').describe('After a delay.'),
      delay_seconds: integerOf(SCHEDULE_LIMITS.delaySeconds, 1).describe('Delay in seconds.').meta({ example: 600 }),
      ...common,
    }),
    z.strictObject({
      mode: z.literal('next_slot').describe('At the next free time of `slots`.'),
      slots: z
        .array(cronLine())
        .min(1)
        .max(SCHEDULE_LIMITS.slots)
        .describe('Repeating time slots, each as a cron expression.')
        .meta({ example: ['0 9 * * 1-5', '0 17 * * 1-5'] }),
      slot_group: text(64)
        .optional()
        .describe('Slot group: publications of the same group share the slots, one per slot. Default: `default`.')
        .meta({ minLength: 1, maxLength: 64, example: 'newsletter' }),
      ...common,
    }),
  ],
  { example: { mode: 'next_slot', slots: ['0 9 * * 1-5'], timezone: 'Europe/Berlin' } },
);
export type Schedule = z.output<typeof Schedule>;

/** Independent of the zone. */
function isLocalTime(value: string): boolean {
  const time = Date.parse(`${value}Z`);
  // 30 February is parsed as a day in March.
  return (
    value >= '1970' &&
    value < '2101' &&
    !Number.isNaN(time) &&
    new Date(time).toISOString().startsWith(value.slice(0, 16))
  );
}
