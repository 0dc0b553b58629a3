import { isObject, type Json } from './schema-graph';

const DATA = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** Leaves out of answers the bounds that every number of JavaScript has: they say nothing of the value. */
export function dropIdleBounds(part: unknown): void {
  if (Array.isArray(part)) for (const one of part) dropIdleBounds(one);
  if (!isObject(part)) return;
  if (part['minimum'] === Number.MIN_SAFE_INTEGER) delete part['minimum'];
  if (part['maximum'] === Number.MAX_SAFE_INTEGER) delete part['maximum'];
  for (const [name, value] of Object.entries(part) as [string, Json][]) if (!DATA.has(name)) dropIdleBounds(value);
}
