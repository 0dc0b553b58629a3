import { LRUCache } from 'lru-cache';

import type { TargetCondition, TargetRule, TimeCondition } from '../../../shared/links/targeting';
import { isTimezone } from '../../../shared/timezone';
import type { Visitor } from './visitor';

export const chooseTarget = (rules: readonly TargetRule[], visitor: Visitor): TargetRule | undefined =>
  rules.find((rule) => rule.conditions.every((condition) => matchesCondition(condition, visitor)));

/** An unknown value matches neither a list nor its negation. */
function matchesCondition(condition: TargetCondition, visitor: Visitor): boolean {
  const isIn = matchesValues(condition, visitor);
  return isIn !== undefined && isIn === (condition.op === 'in');
}

function matchesValues(condition: TargetCondition, visitor: Visitor): boolean | undefined {
  switch (condition.type) {
    case 'country':
    case 'continent':
    case 'region':
      return matchKnown(visitor.location()[condition.type], (value) => (condition.values as string[]).includes(value));
    case 'city':
      return matchKnown(visitor.location().city, (value) =>
        condition.values.some((city) => normalised(city) === normalised(value)),
      );
    case 'device':
    case 'os':
    case 'browser':
      return matchKnown(visitor.device()?.[condition.type], (value) => (condition.values as string[]).includes(value));
    case 'language':
      return matchKnown(visitor.language(), (value) => condition.values.some((range) => isWithin(value, range)));
    case 'referrer_host':
      return matchKnown(visitor.referrerHost(), (value) => condition.values.some((host) => isHost(value, host)));
    case 'query': {
      const given = visitor.query().getAll(condition.name);
      const { values } = condition;
      return values === undefined ? given.length > 0 : given.some((value) => values.includes(value));
    }
    default:
      return isTime(condition, visitor.now);
  }
}

const matchKnown = <T>(value: T | null | undefined, matches: (value: T) => boolean): boolean | undefined =>
  value === null || value === undefined ? undefined : matches(value);

const normalised = (text: string): string => text.normalize('NFC').toLowerCase();

/** `pt` includes `pt-BR`. */
function isWithin(tag: string, range: string): boolean {
  const wanted = range.toLowerCase();
  return tag === wanted || tag.startsWith(`${wanted}-`);
}

const isHost = (host: string, wanted: string): boolean =>
  wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted;

function isTime({ after, before, days, from, to, timezone }: TimeCondition, now: number): boolean | undefined {
  if (after !== undefined && now < instantOf(after)) return false;
  if (before !== undefined && now >= instantOf(before)) return false;
  if (days === undefined && from === undefined) return true;

  // The runtime may know fewer zones than the one that validated the rule.
  if (timezone !== undefined && !isTimezone(timezone)) return undefined;
  const { day, minute } = localTime(now, timezone ?? 'UTC');
  const isOn = (weekday: number): boolean => days === undefined || days.includes(weekday);
  if (from === undefined || to === undefined) return isOn(day);

  const [start, end] = [minutesOf(from), minutesOf(to)];
  if (start < end) return isOn(day) && minute >= start && minute < end;
  // A window over midnight belongs to the day on which it starts.
  return (isOn(day) && minute >= start) || (isOn(day === 1 ? 7 : day - 1) && minute < end);
}

const instantOf = (time: string | Date): number => new Date(time).getTime();

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

const WEEKDAYS = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** A zone can be written in many ways, since upper and lower case are equal. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });

/** Weekday (1 is Monday) and minute of the day. */
function localTime(now: number, timezone: string): { day: number; minute: number } {
  let format = formats.get(timezone);
  if (!format) {
    const parts = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    formats.set(timezone, (format = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: timezone })));
  }
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return {
    day: WEEKDAYS.indexOf(parts['weekday'] ?? ''),
    minute: Number(parts['hour']) * 60 + Number(parts['minute']),
  };
}
