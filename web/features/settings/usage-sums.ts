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
