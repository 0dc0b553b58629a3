import { locale } from '../../i18n/locale';

export type Step = 'minute' | 'hour' | 'day' | 'week' | 'month';

const FORMS: Record<Step, { short: Intl.DateTimeFormatOptions; long: Intl.DateTimeFormatOptions }> = {
  minute: {
    short: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    long: { dateStyle: 'medium', timeStyle: 'short' },
  },
  hour: {
    short: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    long: { dateStyle: 'medium', timeStyle: 'short' },
  },
  day: {
    short: { day: 'numeric', month: 'short' },
    long: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  },
  week: { short: { day: 'numeric', month: 'short' }, long: { dateStyle: 'medium' } },
  month: { short: { month: 'short', year: '2-digit' }, long: { month: 'long', year: 'numeric' } },
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** The start of a step: short at the axis, long in tooltips and tables. */
export function stepLabel(at: string, step: Step, length: 'short' | 'long', timeZone?: string): string {
  const key = `${step} ${length} ${timeZone}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...FORMS[step][length], ...(timeZone ? { timeZone } : {}) });
  formats.set(key, format);
  return format.format(new Date(at));
}
