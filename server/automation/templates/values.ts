import { assert, toValue } from 'liquidjs';

import type { JsonValue } from '../../../shared/automation/json';
import { storable } from '../../storable';

/** A larger value can only come from repetition of one part. */
const WEIGHT_MAX = 3_000_000;

/** Objects are immutable: filters create new ones. */
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

/** Null is empty, lists are joined, objects are JSON. */
export function printable(given: unknown): string {
  const value: unknown = toValue(given);
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return '';
  refuseHeavy(value);
  return Array.isArray(value) ? value.map(printable).join('') : JSON.stringify(value);
}

/** Undefined for values without JSON. `charge` gets the size of everything inside. */
export function jsonOf(given: unknown, charge: (count: number) => void): JsonValue | undefined {
  const value: unknown = toValue(given);
  charge(1);
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') {
    charge(value.length);
    // Filters may cut surrogate pairs and decode forbidden characters.
    return storable(value);
  }
  if (Array.isArray(value)) return value.map((item) => jsonOf(item, charge) ?? null);
  if (typeof value !== 'object') return undefined;

  const entries: [string, JsonValue][] = [];
  for (const [key, item] of Object.entries(value)) {
    charge(key.length);
    const json = jsonOf(item, charge);
    if (json !== undefined) entries.push([storable(key), json]);
  }
  return Object.fromEntries(entries);
}
