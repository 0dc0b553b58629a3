type Json = Record<string, unknown>;

/** Recursive schemas end at this depth. */
const DEEPEST = 12;

/** Combines the examples of the parts; `schemas` are the referenced components. */
export function schemaExample(schema: Json, schemas: Readonly<Record<string, Json>>, depth = 0): unknown {
  if (depth > DEEPEST) return null;
  const inner = (one: Json): unknown => schemaExample(one, schemas, depth + 1);
  if ('example' in schema) return schema['example'];
  if (Array.isArray(schema['examples'])) return schema['examples'][0];
  if ('default' in schema) return schema['default'];
  if (typeof schema['$ref'] === 'string') {
    const target = schemas[schema['$ref'].split('/').at(-1) ?? ''];
    return target ? inner(target) : null;
  }
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (Array.isArray(schema['allOf'])) return Object.assign({}, ...(schema['allOf'] as Json[]).map(inner)) as Json;
  const branch = ((schema['oneOf'] ?? schema['anyOf']) as Json[] | undefined)?.[0];
  return branch ? inner(branch) : ofType(schema, inner);
}

function ofType(schema: Json, inner: (one: Json) => unknown): unknown {
  switch (schema['type'] ?? ('properties' in schema ? 'object' : undefined)) {
    case 'object': {
      const properties = (schema['properties'] ?? {}) as Record<string, Json>;
      return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, inner(property)]));
    }
    case 'array':
      return [inner((schema['items'] ?? {}) as Json)];
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 1;
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return 'text';
  }
}
