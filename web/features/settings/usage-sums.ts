import type { Outputs } from '../../trpc';

type Point = Outputs['usage']['get']['data'][number];

export interface Summary {
  name: string;
  requests: number;
  refused: number;
  failed: number;
  limited: number;
  /** Milliseconds. */
  mean: number;
  slowest: number;
}

export function sumOf(name: string, points: readonly Point[]): Summary {
  const add = (field: 'requests' | 'errors_4xx' | 'errors_5xx' | 'rate_limited' | 'duration_ms_sum') =>
    points.reduce((sum, point) => sum + point[field], 0);
  const requests = add('requests');
  return {
    name,
    requests,
    refused: add('errors_4xx'),
    failed: add('errors_5xx'),
    limited: add('rate_limited'),
    mean: requests === 0 ? 0 : Math.round(add('duration_ms_sum') / requests),
    slowest: points.reduce((most, point) => Math.max(most, point.duration_ms_max), 0),
  };
}

/** One line for each key, operation or class, busiest first. */
export function summarise(points: readonly Point[], group: 'key' | 'operation' | 'status'): Summary[] {
  const field = { key: 'key_id', operation: 'operation_id', status: 'status_class' } as const;
  const groups = Map.groupBy(points, (point) => point[field[group]] ?? 'none');
  return [...groups].map(([name, own]) => sumOf(name, own)).toSorted((a, b) => b.requests - a.requests);
}

const STEP = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const hour = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' });
/** Days are counted in UTC; in another zone their name would be that of the day before. */
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export interface Bar {
  at: number;
  /** In the time of the browser: `Sat 14:00`, `21 Nov`. */
  label: string;
  requests: number;
  bad: number;
}

/** Every minute, hour or day of the answer, those without a request too. */
export function barsOf({ from, to, granularity, data }: Outputs['usage']['get']): Bar[] {
  const step = STEP[granularity];
  const start = Date.parse(from);
  const count = Math.max(1, Math.ceil((Date.parse(to) - start) / step));
  const points = new Map(data.map((point) => [Date.parse(point.starts_at), point]));
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * step;
    const point = points.get(at);
    return {
      at,
      label: (granularity === 'day' ? day : hour).format(at),
      requests: point?.requests ?? 0,
      bad: point ? point.errors_4xx + point.errors_5xx : 0,
    };
  });
}
