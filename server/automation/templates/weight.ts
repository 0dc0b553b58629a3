import { assert } from 'liquidjs';

/** A larger value can only come from repetition of the same part. */
const WEIGHT_MAX = 3_000_000;

/** Objects never change: filters create new ones. */
const known = new WeakMap<object, number>();

/** Throws for a value that would be far larger as text than its source. */
export function refuseHeavy(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  assert(weightOf(value) <= WEIGHT_MAX, 'memory alloc limit exceeded');
}

function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 1;
  if (typeof value !== 'object' || value === null) return 1;
  const before = known.get(value);
  if (before !== undefined) return before;

  let weight = 1;
  if (Array.isArray(value)) for (const item of value) weight += weightOf(item);
  else for (const [key, item] of Object.entries(value)) weight += key.length + weightOf(item);
  known.set(value, weight);
  return weight;
}
