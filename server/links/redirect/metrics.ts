import type { Metrics } from '../../metrics';
import type { PageCode } from './pages';

type RedirectResult = 'redirected' | 'detour' | 'preview' | 'qr' | 'other' | PageCode;

export interface RedirectMetrics {
  add(result: RedirectResult, count?: number): void;
  addTime(milliseconds: number): void;
  hit(): void;
}

export function createRedirectMetrics(metrics: Metrics, cached: () => number): RedirectMetrics {
  const results = new Map<RedirectResult, number>();
  let hits = 0;
  let milliseconds = 0;

  metrics.total(
    'redirects_total',
    'Answers to short-link requests, by result.',
    () => [...results].map(([result, count]) => [{ result }, count] as const),
    ['result'],
  );
  metrics.total(
    'redirect_seconds',
    'Time spent on redirects, including the time to store their clicks, in seconds.',
    () => milliseconds / 1000,
  );
  metrics.total('link_cache_hits_total', 'Redirects whose link was found in memory.', () => hits);
  metrics.gauge('link_cache_entries', 'Short links in memory.', cached);

  return {
    add: (result, count = 1) => void results.set(result, (results.get(result) ?? 0) + count),
    addTime: (time) => void (milliseconds += time),
    hit: () => void (hits += 1),
  };
}
