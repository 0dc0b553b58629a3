import { z } from 'zod';

import { isJsonObject } from '../../../../json-object';
import type { JsonValue } from '../../../templates/types';

export function sampleOfSchema(schema: JsonValue | undefined, depth = 0): JsonValue {
  if (!isJsonObject(schema) || depth > 8) return 'text';
  if (Array.isArray(schema['enum'])) return schema['enum'][0] ?? null;
  if (schema['const'] !== undefined) return schema['const'];
  switch (schema['type']) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isJsonObject(schema['properties']) ? schema['properties'] : {}).map(([name, one]) => [
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

/** They run regular expressions, whose time an answer could choose. */
const REFUSED_KEYWORDS = ['pattern', 'patternProperties'];
/** The members of these are names, not keywords. */
const NAMES = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);

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
  if (!isJsonObject(value)) return undefined;
  const own = areNames ? undefined : REFUSED_KEYWORDS.find((name) => Object.hasOwn(value, name));
  if (own !== undefined) return own;
  return firstOf(Object.entries(value).map(([name, part]) => refusedKeyword(part, !areNames && NAMES.has(name))));
}

const firstOf = (found: readonly (string | undefined)[]): string | undefined => found.find((one) => one !== undefined);
