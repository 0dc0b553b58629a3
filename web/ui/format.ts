import { MINUTE_MS } from '../../shared/durations';
import { locale } from '../i18n/locale';
import { t } from './texts';

// 24 hours in both: logs are read by the clock.
const CLOCK_LOCALE = locale === 'en' ? 'en-GB' : locale;

const number = new Intl.NumberFormat(locale);
const shortNumber = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat(CLOCK_LOCALE, { timeStyle: 'medium' });
const plurals = new Intl.PluralRules('en');
const listing = new Intl.ListFormat(locale, { type: 'conjunction' });

export const formatNumber = (value: number): string => number.format(value);
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
/** Of a part of 1: `12%`. */
export const formatPercent = (part: number): string => percent.format(part);
/** With one decimal: `1.0`. */
export const formatTenths = (value: number): string => tenths.format(value);
export const formatShort = (value: number): string => shortNumber.format(value);
/** `2 keys`, `1 key`: for what has no texts of its own yet. */
export const formatCount = (value: number, one: string, many = `${one}s`): string =>
  `${number.format(value)} ${plurals.select(value) === 'one' ? one : many}`;
export const formatList = (items: readonly string[]): string => listing.format(items);
/** `PNG, SVG, or WebP`. */
export const formatChoices = (items: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(items);

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
  if (Math.abs(seconds) < 5) return t('now');
  const [, unit, size] = STEPS.find(([limit]) => Math.abs(seconds) < limit) ?? LAST_STEP;
  // What was just set to 30 days says so, not 29.
  // Without the dot of an abbreviation: it would be the second one at the end of a sentence.
  return relative.format(Math.trunc(seconds / size + (seconds > 0 ? 0.1 : 0)), unit).replace(/\.$/, '');
}

/** Milliseconds as a person reads them: `41 ms`, `1.2 s`, `3 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1) return '< 1 ms';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < MINUTE_MS) return `${tenths.format(ms / 1000)} s`;
  return `${Math.round(ms / MINUTE_MS)} min`;
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
  if (browser === undefined) return userAgent.split(/[\s/]/, 1)[0] || t('unknownClient');
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS', CrOS: 'ChromeOS' };
  const name = names[browser] ?? browser;
  return system === undefined ? name : t('browserOnSystem', { browser: name, system: names[system] ?? system });
}
