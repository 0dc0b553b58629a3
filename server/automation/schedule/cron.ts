import { Cron } from 'croner';
import { LRUCache } from 'lru-cache';

interface CronFault {
  code: 'invalid_cron' | 'unknown_timezone' | 'never';
  message: string;
}

const NAMED: ReadonlySet<string> = new Set(['@hourly', '@daily', '@weekly', '@monthly']);
/** Numbers, names of days and months, and the characters of lists, ranges, steps, last and nth days. */
const FIELD = /^[0-9A-Za-z*,/#-]{1,60}$/;
const FIELDS = 5;
/** Parsing a pattern takes longer than computing its next run. */
const parsed = new LRUCache<string, Cron>({ max: 1000 });

/** Null without any. A time skipped in spring runs after the gap; a time repeated in autumn runs once. */
export function nextRun(pattern: string, timezone: string, from: Date): Date | null {
  return cronOf(pattern, timezone).nextRun(from);
}

export function checkCron(pattern: string, timezone: string, from = new Date()): CronFault | null {
  const isFiveFields = fieldsOf(pattern).length === FIELDS && fieldsOf(pattern).every((field) => FIELD.test(field));
  if (!isFiveFields && !NAMED.has(pattern.trim())) {
    const message =
      'Must be a cron expression with five fields, such as 0 9 * * 1-5, or @hourly, @daily, @weekly or @monthly.';
    return { code: 'invalid_cron', message };
  }
  try {
    // An invalid time zone only fails here.
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
    // The timers of the library are not used.
    cron = new Cron(pattern.trim(), { timezone, paused: true, mode: '5-part' });
    parsed.set(key, cron);
  }
  return cron;
}

const fieldsOf = (pattern: string): string[] => pattern.trim().split(/\s+/);

/** Without the name of the library’s field. */
const sentenceOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  return `${message.replace(/^CronPattern:\s*/, '').replace(/\.$/, '') || 'Cannot be read'}.`;
};
