import { isObject, type JsonObject } from './schema-graph';

const DATA = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** These bounds say nothing about the value. */
export function dropIdleBounds(part: unknown): void {
  if (Array.isArray(part)) for (const one of part) dropIdleBounds(one);
  if (!isObject(part)) return;
  if (part['minimum'] === Number.MIN_SAFE_INTEGER) delete part['minimum'];
  if (part['maximum'] === Number.MAX_SAFE_INTEGER) delete part['maximum'];
  for (const [name, value] of Object.entries(part) as [string, JsonObject][])
    if (!DATA.has(name)) dropIdleBounds(value);
}
