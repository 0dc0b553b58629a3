import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/durations';
import { SURFACE_NAMES, SURFACES } from '../../../shared/surfaces';
import { locale } from '../../i18n/locale';
import type { Usage } from './sums';
import { t } from './texts';

export interface BarPart {
  label: string;
  fill: string;
}

export interface Bar {
  at: number;
  /** In the time of the browser: `Sat 14:00`, `21 Nov`. */
  label: string;
  values: number[];
}

export interface Series {
  parts: readonly BarPart[];
  bars: Bar[];
}

const STEP = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };
const LOCALE = locale === 'en' ? 'en-GB' : locale;
const hour = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
/** Days are counted in UTC; in another zone their name would be that of the day before. */
const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });

const outcomes = (): BarPart[] => [
  { label: t('answered'), fill: 'var(--primary)' },
  { label: t('refusedOrFailed'), fill: 'var(--danger-filled)' },
  { label: t('rateLimited'), fill: 'var(--usage-limited)' },
];

export const statusSeries = (usage: Usage): Series => ({
  parts: outcomes(),
  bars: barsOf(usage, (points) => {
    const sum = (field: 'requests' | 'errors_4xx' | 'errors_5xx' | 'rate_limited') =>
      points.reduce((all, point) => all + point[field], 0);
    const bad = sum('errors_4xx') + sum('errors_5xx');
    const limited = sum('rate_limited');
    return [sum('requests') - bad, bad - limited, limited];
  }),
});

const INKS = {
  'getting-started': 'var(--ink-core)',
  whatsapp: 'var(--ink-wa)',
  links: 'var(--ink-link)',
  automation: 'var(--ink-auto)',
} as const;

/** Surfaces without requests in the whole range are left out. */
export function surfaceSeries(usage: Usage): Series {
  const names = SURFACE_NAMES.filter((name) => usage.data.some(({ surface }) => surface === name));
  return {
    parts: names.map((name) => ({ label: SURFACES[name], fill: INKS[name] })),
    bars: barsOf(usage, (points) =>
      names.map((name) => points.reduce((all, point) => all + (point.surface === name ? point.requests : 0), 0)),
    ),
  };
}

/** Every step of the response, including those without requests. */
function barsOf({ from, to, granularity, data }: Usage, valuesOf: (points: Usage['data']) => number[]): Bar[] {
  if (granularity === 'total') return [];
  const step = STEP[granularity];
  const start = Date.parse(from);
  const count = Math.max(1, Math.ceil((Date.parse(to) - start) / step));
  const points = Map.groupBy(data, (point) => Date.parse(point.starts_at));
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * step;
    const label = (granularity === 'day' ? day : hour).format(at);
    return { at, label, values: valuesOf(points.get(at) ?? []) };
  });
}

export const heightOf = ({ values }: Bar): number => values.reduce((sum, value) => sum + value, 0);
