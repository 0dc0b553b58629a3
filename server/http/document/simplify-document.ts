import { isJsonObject, type JsonObject } from '../../json-object';
import { simplifyAlternatives, isNull, type Resolve } from './alternatives';

const DATA = new Set(['const', 'default', 'enum', 'example', 'examples', 'x-examples']);
const MAPS = new Set(['$defs', 'patternProperties', 'properties', 'schemas']);

/** Characters of JSON up to which an object is inlined beside null. */
const SMALL = 1200;

export function simplifyDocument<T extends { components: { schemas: Record<string, JsonObject> } }>(document: T): T {
  const { schemas } = document.components;
  const nullable = alwaysNullable(document);
  const resolve: Resolve = (reference) => {
    const schema = schemas[nameOf(reference)] ?? {};
    return nullable.has(reference) ? orNull(schema) : schema;
  };
  const plain = (schema: JsonObject): JsonObject => {
    const reference = nullableReference(schema);
    if (reference === undefined) return simplifyAlternatives(withoutAnyName(schema), resolve);
    const { anyOf: _, ...rest } = schema;
    if (nullable.has(reference)) return { $ref: reference, ...rest };
    const target = resolve(reference);
    const isSmall = target['type'] === 'object' && JSON.stringify(target).length <= SMALL;
    return isSmall ? walk({ ...orNull(target), ...rest }, plain) : simplifyAlternatives(schema, resolve);
  };

  const walked = walk(document, plain);
  for (const name of [...nullable].map(nameOf)) {
    const schema = walked.components.schemas[name];
    if (schema) walked.components.schemas[name] = orNull(schema);
  }
  return walked;
}

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';

const orNull = (schema: JsonObject): JsonObject => ({ ...schema, type: [schema['type'], 'null'].flat() });

function nullableReference({ anyOf }: JsonObject): string | undefined {
  const [{ $ref: reference } = {} as JsonObject, other = {}, ...more] = Array.isArray(anyOf)
    ? (anyOf as JsonObject[])
    : [];
  return typeof reference === 'string' && isNull(other) && more.length === 0 ? reference : undefined;
}

/** Every property name is a string, so this keyword is redundant. */
function withoutAnyName(schema: JsonObject): JsonObject {
  const { propertyNames, ...rest } = schema;
  return isJsonObject(propertyNames) && JSON.stringify(propertyNames) === '{"type":"string"}' ? rest : schema;
}

function alwaysNullable(document: object): Set<string> {
  const others = new Map<string, number>();
  const count = (reference: string, by: number) => others.set(reference, (others.get(reference) ?? 0) + by);
  walk(document, (schema) => {
    const reference = nullableReference(schema);
    if (reference !== undefined) count(reference, -1);
    if (typeof schema['$ref'] === 'string') count(schema['$ref'], 1);
    return schema;
  });
  return new Set([...others].filter(([, uses]) => uses === 0).map(([reference]) => reference));
}

/** Visits the innermost schemas first. */
export function walk<T>(value: T, change: (schema: JsonObject) => JsonObject): T;
export function walk(value: unknown, change: (schema: JsonObject) => JsonObject): unknown {
  if (Array.isArray(value)) return value.map((one) => walk(one, change));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, held]): [string, unknown] => {
    if (DATA.has(key)) return [key, held];
    if (!MAPS.has(key) || !isJsonObject(held)) return [key, walk(held, change)];
    return [key, Object.fromEntries(Object.entries(held).map(([name, schema]) => [name, walk(schema, change)]))];
  });
  return change(Object.fromEntries(entries));
}
