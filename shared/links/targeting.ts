import { z } from 'zod';

import { text, timeInput } from '../text';
import { isTimezone } from '../timezone';
import { BROWSERS, CONTINENTS, DEVICES, OPERATING_SYSTEMS } from './clicks';
import { targetUrl } from './targets';

const MAX_VALUES = 50;

const op = z
  .enum(['in', 'not_in'])
  .default('in')
  .describe('Whether the value of the visitor must or must not be in the list.');
const values = <T extends z.ZodType>(value: T) =>
  z.array(value).min(1).max(MAX_VALUES).describe('Values, of which one must match.');

const among = <T extends string, V extends z.ZodType>(type: T, value: V, what: string) =>
  z.strictObject({ type: z.literal(type).describe(what), op, values: values(value) });

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const clock = () =>
  z.string().regex(CLOCK, 'Must be a time such as 09:00.').meta({ minLength: 5, maxLength: 5, example: '09:00' });

const TimeCondition = z.strictObject({
  type: z.literal('time').describe('Time of the click.'),
  op,
  after: timeInput('2026-11-01T00:00:00Z').optional().describe('Start time, included.'),
  before: timeInput('2035-03-01T00:00:00Z').optional().describe('End time, not included.'),
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7).optional().describe('Days of the week; 1 is Monday.'),
  from: clock().optional().describe('Start time of day.'),
  to: clock().optional().describe('End time of day. If it is before `from`, it is on the next day.'),
  timezone: text(64)
    .optional()
    .describe('Time zone of `days`, `from` and `to`. The default is UTC.')
    .meta({ minLength: 1, maxLength: 64, example: 'Europe/Berlin' }),
});

/** An unknown value matches neither `in` nor `not_in`. */
export const TargetCondition = z.discriminatedUnion('type', [
  among(
    'country',
    z
      .string()
      .regex(/^[A-Z]{2}$/, 'Must be a country code of ISO 3166-1 alpha-2, such as DE.')
      .max(2),
    'Country.',
  ),
  among('continent', z.enum(CONTINENTS), 'Continent.'),
  among(
    'region',
    z
      .string()
      .regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, 'Must be a region code of ISO 3166-2, such as DE-BY.')
      .max(6),
    'Region of a country.',
  ),
  among('city', text(100), 'City, ignoring case.'),
  among('device', z.enum(DEVICES), 'Type of device.'),
  among('os', z.enum(OPERATING_SYSTEMS), 'Operating system.'),
  among('browser', z.enum(BROWSERS), 'Browser.'),
  among(
    'language',
    z
      .string()
      .regex(/^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8}){0,3}$/, 'Must be a language tag, such as pt or pt-BR.')
      .max(30),
    'Preferred language of the visitor. `pt` matches `pt-BR`.',
  ),
  among(
    'referrer_host',
    z
      .string()
      .regex(/^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/, 'Must be a host, or `*.` and a host, in lower case.')
      .max(253),
    'Host of the referring page.',
  ),
  z.strictObject({
    type: z.literal('query').describe('Query parameter of the short URL.'),
    op,
    name: text(64).describe('Name of the parameter.').meta({ minLength: 1, maxLength: 64, example: 'ref' }),
    values: values(text(255, 0))
      .optional()
      .describe('Values, of which one must match. Without it, the parameter must be present.'),
  }),
  TimeCondition,
]);
export type TargetCondition = z.output<typeof TargetCondition>;
export type TimeCondition = z.output<typeof TimeCondition>;

export const TargetRule = z
  .strictObject({
    key: z
      .string()
      .regex(/^[a-z0-9_-]{1,32}$/, 'Must be 1 to 32 characters of a–z, 0–9, _ and -.')
      .max(32)
      .describe('Key of the rule. It is recorded in clicks.')
      .meta({ example: 'mobile' }),
    conditions: z.array(TargetCondition).min(1).max(10).describe('Conditions, which must all match.'),
    url: targetUrl().describe('Destination URL.'),
  })
  .meta({
    example: {
      key: 'mobile',
      conditions: [{ type: 'device', op: 'in', values: ['mobile', 'tablet'] }],
      url: 'https://m.example.com/',
    },
  });
export type TargetRule = z.output<typeof TargetRule>;

export const Targeting = z.array(TargetRule).max(20);

/** Rules that a schema cannot express; returns the first violation with its pointer. */
export function targetingFault(
  rules: readonly TargetRule[],
): { pointer: string; code: string; message: string } | undefined {
  const keys = new Set<string>();
  for (const [index, rule] of rules.entries()) {
    if (keys.has(rule.key)) {
      return { pointer: `/${index}/key`, code: 'duplicate', message: 'Must be different for every rule.' };
    }
    keys.add(rule.key);
    for (const [at, condition] of rule.conditions.entries()) {
      const fault = condition.type === 'time' ? timeFault(condition) : undefined;
      if (fault) return { ...fault, pointer: `/${index}/conditions/${at}${fault.pointer}` };
    }
  }
  return undefined;
}

function timeFault({ after, before, days, from, to, timezone }: TimeCondition) {
  const hasInstants = (after ?? before) !== undefined;
  const hasHours = (days ?? from ?? to ?? timezone) !== undefined;
  const isWhole = hasInstants ? !hasHours : (days ?? from) !== undefined && (from === undefined) === (to === undefined);
  if (!isWhole) {
    const message = 'Must have `after` or `before`, or `days`, or both `from` and `to`.';
    return { pointer: '', code: 'invalid', message };
  }
  if (timezone === undefined || isTimezone(timezone)) return undefined;
  const message = 'Must be an IANA time zone, such as Europe/Berlin.';
  return { pointer: '/timezone', code: 'invalid_value', message };
}
