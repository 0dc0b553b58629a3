import { z } from 'zod';

import type { JsonValue } from '../../../templates/types';

/** A value of the shape that a JSON schema describes. */
export function sampleOfSchema(schema: JsonValue | undefined, depth = 0): JsonValue {
  if (!isObject(schema) || depth > 8) return 'text';
  if (Array.isArray(schema['enum'])) return schema['enum'][0] ?? null;
  if (schema['const'] !== undefined) return schema['const'];
  switch (schema['type']) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isObject(schema['properties']) ? schema['properties'] : {}).map(([name, one]) => [
          name,
          sampleOfSchema(one, depth + 1),
        ]),
      );
    case 'array':
      return [sampleOfSchema(schema['items'], depth + 1)];
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return 'text';
  }
}

/** Keywords that run a regular expression, whose time an answer could choose. */
const REFUSED_KEYWORDS = ['pattern', 'patternProperties'];
/** Their members are names, not keywords. */
const NAMES = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);

/** Why a JSON schema cannot be used; undefined if it can. */
export function schemaFault(schema: JsonValue): string | undefined {
  const refused = refusedKeyword(schema);
  if (refused !== undefined) return `Must not use \`${refused}\`.`;
  try {
    z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    return undefined;
  } catch {
    return 'Must be a JSON schema.';
  }
}

function refusedKeyword(value: JsonValue, areNames = false): string | undefined {
  if (Array.isArray(value)) return firstOf(value.map((one) => refusedKeyword(one)));
  if (!isObject(value)) return undefined;
  const own = areNames ? undefined : REFUSED_KEYWORDS.find((name) => Object.hasOwn(value, name));
  if (own !== undefined) return own;
  return firstOf(Object.entries(value).map(([name, part]) => refusedKeyword(part, !areNames && NAMES.has(name))));
}

const isObject = (value: JsonValue | undefined): value is { [name: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const firstOf = (found: readonly (string | undefined)[]): string | undefined => found.find((one) => one !== undefined);
