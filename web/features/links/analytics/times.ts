import type { Analytics } from './query';

type Granularity = Analytics['range']['granularity'];

const FORMATS: Record<Granularity, Intl.DateTimeFormatOptions> = {
  '15m': { weekday: 'short', hour: '2-digit', minute: '2-digit' },
  hour: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
};

export function timeLabel(key: string, { granularity, timezone }: Analytics['range']): string {
  const text = new Intl.DateTimeFormat('en-GB', { ...FORMATS[granularity], timeZone: timezone }).format(new Date(key));
  return granularity === 'week' ? `Week of ${text}` : text;
}

export const STEP_LABELS: Record<Granularity, string> = {
  '15m': 'quarter of an hour',
  hour: 'hour',
  day: 'day',
  week: 'week',
  month: 'month',
};
