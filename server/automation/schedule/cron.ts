import { Cron } from 'croner';

export interface CronFault {
  code: 'invalid_cron' | 'unknown_timezone' | 'never';
  message: string;
}

const NAMED: ReadonlySet<string> = new Set(['@hourly', '@daily', '@weekly', '@monthly']);
/** Numbers, names of days and months, and the marks of lists, ranges, steps, last and nth days. */
const FIELD = /^[0-9A-Za-z*,/#-]{1,60}$/;
const FIELDS = 5;
/** Patterns recur: to parse one takes longer than to compute its next run. */
const parsed = new Map<string, Cron>();
const PARSED = 1000;

/**
 * The first occurrence after an instant; null where there is none. A time in the hour that spring skips runs at the
 * instant after it; one in the hour that autumn repeats runs once. Throws for what `checkCron` refuses.
 */
export function nextRun(pattern: string, timezone: string, from: Date): Date | null {
  return cronOf(pattern, timezone).nextRun(from);
}

/** What is wrong with a line of cron; null where nothing is. */
export function checkCron(pattern: string, timezone: string, from = new Date()): CronFault | null {
  const isFiveFields = fieldsOf(pattern).length === FIELDS && fieldsOf(pattern).every((field) => FIELD.test(field));
  if (!isFiveFields && !NAMED.has(pattern.trim())) {
    const message =
      'Must be a cron expression with five fields, such as 0 9 * * 1-5, or @hourly, @daily, @weekly or @monthly.';
    return { code: 'invalid_cron', message };
  }
  try {
    // A zone that is none shows only here.
    new Cron('0 0 * * *', { timezone, paused: true }).nextRun(from);
  } catch {
    return { code: 'unknown_timezone', message: 'Must be an IANA time zone, such as Europe/Berlin.' };
  }
  try {
    if (nextRun(pattern, timezone, from) !== null) return null;
  } catch (error) {
    return { code: 'invalid_cron', message: sentenceOf(error) };
  }
  return { code: 'never', message: 'Must match at least one date.' };
}

function cronOf(pattern: string, timezone: string): Cron {
  const key = `${timezone} ${pattern}`;
  let cron = parsed.get(key);
  if (cron === undefined) {
    // Its timers are never used: what is due stands in the database.
    cron = new Cron(pattern.trim(), { timezone, paused: true, mode: '5-part' });
    parsed.set(key, cron);
    if (parsed.size > PARSED) parsed.delete(parsed.keys().next().value ?? '');
  }
  return cron;
}

const fieldsOf = (pattern: string): string[] => pattern.trim().split(/\s+/);

/** Of the library’s message what follows the name of its part. */
const sentenceOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  return `${message.replace(/^CronPattern:\s*/, '').replace(/\.$/, '') || 'Cannot be read'}.`;
};
