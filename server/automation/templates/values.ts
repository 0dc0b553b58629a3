import { toValue } from 'liquidjs';

import type { Json } from '../../../shared/automation/json';
import { storable } from '../../storable';
import { refuseHeavy } from './weight';

/** What filters and output make of a value: nothing is empty, lists are joined, objects are JSON. */
export function textOf(given: unknown): string {
  const value: unknown = toValue(given);
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return '';
  refuseHeavy(value);
  return Array.isArray(value) ? value.map(textOf).join('') : JSON.stringify(value);
}

/** A value as JSON; undefined for what JSON cannot say. `charge` is told of everything that it holds. */
export function jsonOf(given: unknown, charge: (count: number) => void): Json | undefined {
  const value: unknown = toValue(given);
  charge(1);
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') {
    charge(value.length);
    // Filters cut pairs in two, and decode what no input may hold.
    return storable(value);
  }
  if (Array.isArray(value)) return value.map((item) => jsonOf(item, charge) ?? null);
  if (typeof value !== 'object') return undefined;

  const entries: [string, Json][] = [];
  for (const [key, item] of Object.entries(value)) {
    charge(key.length);
    const json = jsonOf(item, charge);
    if (json !== undefined) entries.push([storable(key), json]);
  }
  return Object.fromEntries(entries);
}
