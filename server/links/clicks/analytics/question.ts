import type { AnalyticsGroup } from '../../../../shared/links/analytics';
import type { Range } from './range';

export type Bots = 'exclude' | 'include' | 'only';

/** What a click must have, or must not have. */
export interface Filter {
  dimension: Exclude<AnalyticsGroup, 'total' | 'time' | 'weekday_hour' | 'link' | 'domain'>;
  values: string[];
  isExcluded: boolean;
}

/** A question about clicks, complete and allowed: ids exist, and the asker reads them. It crosses to a Worker. */
export interface Question {
  workspaceId: string;
  range: Range;
  previous: Range | null;
  groupBy: AnalyticsGroup;
  bots: Bots;
  limit: number;
  /** Null: all domains. */
  domainIds: string[] | null;
  /** Null: all links; at most 100. */
  linkIds: string[] | null;
  filters: Filter[];
  /** Milliseconds since 1970, as all times here. */
  now: number;
  /** Raw clicks before this time may be gone. */
  rawSince: number;
}

/** Clicks of humans, unique ones among them, and those of bots. */
export type Counts = [clicks: number, unique: number, bots: number];

export interface Answer {
  range: Range;
  totals: Counts;
  previous: Counts | null;
  rows: { key: string; counts: Counts }[];
  other: Counts | null;
  approximate: boolean;
}

/** Counts of one stretch of time by the keys of the question’s group. */
export interface Tally {
  /** What was counted; some sources know whole days only. */
  from: number;
  to: number;
  totals: Counts;
  byKey: Map<string, Counts>;
  approximate: boolean;
}

/** Too much would have to be read. */
export class TooMuch extends Error {
  override name = 'TooMuch';
}

export function add(sums: Map<string, Counts>, key: string, [clicks, unique, bots]: Counts): void {
  const sum = sums.get(key);
  if (sum === undefined) sums.set(key, [clicks, unique, bots]);
  else addTo(sum, [clicks, unique, bots]);
}

export function addTo(sum: Counts, [clicks, unique, bots]: Counts): void {
  sum[0] += clicks;
  sum[1] += unique;
  sum[2] += bots;
}

export function sumOf(all: Iterable<Counts>): Counts {
  const sum: Counts = [0, 0, 0];
  for (const counts of all) addTo(sum, counts);
  return sum;
}

/** By what rows are put in order. */
export function weightOf([clicks, , bots]: Counts, asked: Bots): number {
  if (asked === 'only') return bots;
  return asked === 'include' ? clicks + bots : clicks;
}
