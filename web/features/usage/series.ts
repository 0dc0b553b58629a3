import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/durations';
import { SURFACE_NAMES } from '../../../shared/surfaces';
import type { Series } from '../../ui/chart/scale';
import { surfaceName } from '../../ui/tag';
import type { Usage } from './sums';
import { t } from './texts';

type Points = Usage['data'];

const STEP = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };
const sumOf = (points: Points, field: 'requests' | 'errors_4xx' | 'errors_5xx' | 'rate_limited') =>
  points.reduce((all, point) => all + point[field], 0);

const TONES = { 'getting-started': 'core', whatsapp: 'wa', links: 'link', automation: 'auto' } as const;

export function statusSeries(usage: Usage): Series[] {
  const values = valuesBy(usage);
  return [
    {
      name: t('answered'),
      tone: 'core',
      values: values((of) => sumOf(of, 'requests') - sumOf(of, 'errors_4xx') - sumOf(of, 'errors_5xx')),
    },
    { name: t('clientErrors'), tone: 'warning', values: values((of) => sumOf(of, 'errors_4xx')) },
    { name: t('serverErrors'), tone: 'error', values: values((of) => sumOf(of, 'errors_5xx')) },
  ];
}

export const limitedSeries = (usage: Usage) => ({
  name: t('rateLimited'),
  values: valuesBy(usage)((of) => sumOf(of, 'rate_limited')),
});

/** Surfaces without requests in the whole range are left out. */
export function surfaceSeries(usage: Usage): Series[] {
  const values = valuesBy(usage);
  return SURFACE_NAMES.filter((name) => usage.data.some(({ surface }) => surface === name)).map((name) => ({
    name: surfaceName(name),
    tone: TONES[name],
    values: values((of) =>
      sumOf(
        of.filter(({ surface }) => surface === name),
        'requests',
      ),
    ),
  }));
}

/** Every step of the response, including those without requests. */
export function timesOf({ from, to, granularity }: Usage): string[] {
  if (granularity === 'total') return [];
  const step = STEP[granularity];
  const start = Date.parse(from);
  const count = Math.max(1, Math.ceil((Date.parse(to) - start) / step));
  return Array.from({ length: count }, (_, index) => new Date(start + index * step).toISOString());
}

function valuesBy(usage: Usage): (valueOf: (points: Points) => number) => number[] {
  const points = Map.groupBy(usage.data, ({ starts_at: at }) => new Date(at).toISOString());
  const times = timesOf(usage);
  return (valueOf) => times.map((at) => valueOf(points.get(at) ?? []));
}
