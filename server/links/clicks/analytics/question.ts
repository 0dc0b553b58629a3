import type { AnalyticsGroup } from '../../../../shared/links/analytics';
import type { Range } from './range';

export type Bots = 'exclude' | 'include' | 'only';

export interface Filter {
  dimension: Exclude<AnalyticsGroup, 'total' | 'time' | 'weekday_hour' | 'link' | 'domain'>;
  values: string[];
  isExcluded: boolean;
}

/** Validated and authorised, since a Worker receives it. */
export interface Question {
  workspaceId: string;
  range: Range;
  previous: Range | null;
  groupBy: AnalyticsGroup;
  bots: Bots;
  limit: number;
  /** Null for all domains. */
  domainIds: string[] | null;
  /** Null for all links; at most 100. */
  linkIds: string[] | null;
  filters: Filter[];
  /** Milliseconds since 1970, like all times here. */
  now: number;
  rawSince: number;
}

export type Counts = [clicks: number, unique: number, bots: number];

export interface AnalyticsAnswer {
  range: Range;
  totals: Counts;
  previous: Counts | null;
  rows: { key: string; counts: Counts }[];
  other: Counts | null;
  approximate: boolean;
}

export interface Tally {
  /** The counted range; some sources have whole days only. */
  from: number;
  to: number;
  totals: Counts;
  byKey: Map<string, Counts>;
  approximate: boolean;
}

export class QueryTooExpensive extends Error {
  override name = 'TooMuch';
}

export function addToKey(sums: Map<string, Counts>, key: string, [clicks, unique, bots]: Counts): void {
  const sum = sums.get(key);
  if (sum === undefined) sums.set(key, [clicks, unique, bots]);
  else addCounts(sum, [clicks, unique, bots]);
}

export function addCounts(sum: Counts, [clicks, unique, bots]: Counts): void {
  sum[0] += clicks;
  sum[1] += unique;
  sum[2] += bots;
}

export function sumCounts(all: Iterable<Counts>): Counts {
  const sum: Counts = [0, 0, 0];
  for (const counts of all) addCounts(sum, counts);
  return sum;
}

export function weightOf([clicks, , bots]: Counts, query: Bots): number {
  if (query === 'only') return bots;
  return query === 'include' ? clicks + bots : clicks;
}
