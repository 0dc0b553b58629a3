import type { Outputs } from '../../trpc';
import type { Group } from './names';

export type Usage = Outputs['usage']['get'];
type Point = Usage['data'][number];

export interface Summary {
  /** Id of the key or operation, name of the surface, class of the status; empty for requests without a key. */
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
    slowest: points.reduce((max, point) => Math.max(max, point.duration_ms_max), 0),
  };
}

const FIELDS = { key: 'key_id', surface: 'surface', operation: 'operation_id', status: 'status_class' } as const;

/** One line for each key, surface, operation or class, busiest first. */
export function summarise(points: readonly Point[], group: Group): Summary[] {
  const groups = Map.groupBy(points, (point) => point[FIELDS[group]] ?? '');
  return [...groups].map(([name, own]) => sumOf(name, own)).toSorted((a, b) => b.requests - a.requests);
}
