import { MINUTE_MS } from '../../shared/durations';

const LOCALE = 'en';

const number = new Intl.NumberFormat(LOCALE);
const shortNumber = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto', style: 'short' });
const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const plurals = new Intl.PluralRules(LOCALE);
const listing = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

export const formatNumber = (value: number): string => number.format(value);
export const formatShort = (value: number): string => shortNumber.format(value);
/** `2 keys`, `1 key`. */
export const formatCount = (value: number, one: string, many = `${one}s`): string =>
  `${number.format(value)} ${plurals.select(value) === 'one' ? one : many}`;
export const formatList = (items: readonly string[]): string => listing.format(items);

export const formatDay = (time: string | Date): string => day.format(new Date(time));
export const formatMoment = (time: string | Date): string => moment.format(new Date(time));
export const formatClock = (time: string | Date): string => clock.format(new Date(time));
/** `2026-11-21 09:30:00.000 UTC`. */
export const formatUtc = (time: string | Date): string =>
  new Date(time).toISOString().replace('T', ' ').replace('Z', ' UTC');

const LAST_STEP = [Number.POSITIVE_INFINITY, 'year', 86_400 * 365] as const;
const STEPS: readonly (readonly [limit: number, unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [86_400 * 30, 'day', 86_400],
  [86_400 * 365, 'month', 86_400 * 30],
];

/** `2 min. ago`, `in 6 days`; within five seconds `now`. */
export function formatRelative(time: string | Date, now: number): string {
  const seconds = (new Date(time).getTime() - now) / 1000;
  if (Math.abs(seconds) < 5) return 'now';
  const [, unit, size] = STEPS.find(([limit]) => Math.abs(seconds) < limit) ?? LAST_STEP;
  return relative.format(Math.trunc(seconds / size), unit);
}

/** Milliseconds as a person reads them: `41 ms`, `1.2 s`, `3 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1) return '< 1 ms';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < MINUTE_MS) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.round(ms / MINUTE_MS)} min`;
}

const BYTES = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
/** `812 B`, `7.0 MiB`. */
export function formatBytes(bytes: number): string {
  const step = Math.min(BYTES.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${step === 0 ? bytes : (bytes / 1024 ** step).toFixed(1)} ${BYTES[step]}`;
}

/** An id shortened in its middle; it is always copied whole. */
export function shortId(id: string): string {
  const [prefix = '', rest] = id.split('_', 2);
  return rest === undefined || rest.length < 12 ? id : `${prefix}_${rest.slice(0, 4)}…${rest.slice(-4)}`;
}

/** `Firefox on Linux` of a user agent, or its first word. */
export function browserOf(userAgent: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)/.exec(
    userAgent.replace(/Chrome\/\S+ (?:Safari\/\S+ )?(?=Edg|OPR)/, ''),
  )?.[1];
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|CrOS|Linux)/.exec(userAgent)?.[1];
  if (browser === undefined) return userAgent.split(/[\s/]/, 1)[0] || 'Unknown client';
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS', CrOS: 'ChromeOS' };
  const name = names[browser] ?? browser;
  return system === undefined ? name : `${name} on ${names[system] ?? system}`;
}
