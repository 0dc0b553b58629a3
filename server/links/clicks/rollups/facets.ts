import type { StoredClick } from '../store/rows';
import { type Dimension, eachDayKey, eachQuarterKey, OTHER_KEY, QUARTERS_A_DAY, quarterOf } from './dimensions';

type FacetSum = [clicks: number, unique: number, bots: number];
export type FacetSums = Record<string, FacetSum>;

export interface Facets {
  slots: FacetSums;
  by: Partial<Record<Dimension, FacetSums>>;
}

const MAX_KEYS = 200;

export const emptyFacets = (): Facets => ({ slots: {}, by: {} });

/** Values beyond the first 200 of a dimension are summed. */
export function addToFacets(facets: Facets, click: StoredClick): void {
  count(facets.slots, String(quarterOf(click.at) % QUARTERS_A_DAY), click, QUARTERS_A_DAY);
  const take = (dimension: Dimension, key: string): void => {
    if (dimension !== 'total') count((facets.by[dimension] ??= {}), key, click, MAX_KEYS);
  };
  eachQuarterKey(click, take);
  eachDayKey(click, take);
}

function count(sums: FacetSums, key: string, { botReason, isUnique }: StoredClick, max: number): void {
  const isKnown = Object.hasOwn(sums, key);
  const own = isKnown || Object.keys(sums).length < max ? key : OTHER_KEY;
  if (!Object.hasOwn(sums, own)) Object.defineProperty(sums, own, { value: [0, 0, 0], enumerable: true });
  const sum = sums[own] ?? [0, 0, 0];
  if (botReason !== null) sum[2] += 1;
  else {
    sum[0] += 1;
    if (isUnique) sum[1] += 1;
  }
}
