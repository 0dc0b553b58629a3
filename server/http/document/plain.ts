import { fewer, isNull, type Json, type Resolve } from './alternatives';

/** What they hold is no schema. */
const DATA = new Set(['const', 'default', 'enum', 'example', 'examples', 'x-examples']);
/** What they hold is schemas by name, whatever the names are. */
const MAPS = new Set(['$defs', 'patternProperties', 'properties', 'schemas']);

/** Up to here it costs less to say an object again than to offer it beside null: as many characters of JSON. */
const SMALL = 1200;

/** A document that allows the same in fewer alternatives: clients are made of what has a type. */
export function plainly<T extends { components: { schemas: Record<string, Json> } }>(document: T): T {
  const { schemas } = document.components;
  const nullable = alwaysNullable(document);
  const resolve: Resolve = (reference) => {
    const schema = schemas[nameOf(reference)] ?? {};
    return nullable.has(reference) ? orNull(schema) : schema;
  };
  const plain = (schema: Json): Json => {
    const reference = nullableReference(schema);
    if (reference === undefined) return fewer(withoutAnyName(schema), resolve);
    const { anyOf: _, ...rest } = schema;
    if (nullable.has(reference)) return { $ref: reference, ...rest };
    const target = resolve(reference);
    const isSmall = target['type'] === 'object' && JSON.stringify(target).length <= SMALL;
    // What it holds was walked through, or is by the time the whole document is.
    return isSmall ? walk({ ...orNull(target), ...rest }, plain) : fewer(schema, resolve);
  };

  const walked = walk(document, plain);
  for (const name of [...nullable].map(nameOf)) {
    const schema = walked.components.schemas[name];
    if (schema) walked.components.schemas[name] = orNull(schema);
  }
  return walked;
}

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';

const orNull = (schema: Json): Json => ({ ...schema, type: [schema['type'], 'null'].flat() });

/** The object that a schema allows beside null. */
function nullableReference({ anyOf }: Json): string | undefined {
  const [{ $ref: reference } = {} as Json, other = {}, ...more] = Array.isArray(anyOf) ? (anyOf as Json[]) : [];
  return typeof reference === 'string' && isNull(other) && more.length === 0 ? reference : undefined;
}

/** Every name of a property is a text. */
function withoutAnyName(schema: Json): Json {
  const { propertyNames, ...rest } = schema;
  return isObject(propertyNames) && JSON.stringify(propertyNames) === '{"type":"string"}' ? rest : schema;
}

/** Shared objects that may be null wherever they stand: that is a part of what they are. */
function alwaysNullable(document: object): Set<string> {
  const others = new Map<string, number>();
  const count = (reference: string, by: number) => others.set(reference, (others.get(reference) ?? 0) + by);
  walk(document, (schema) => {
    const reference = nullableReference(schema);
    // It was counted before, when it was met within.
    if (reference !== undefined) count(reference, -1);
    if (typeof schema['$ref'] === 'string') count(schema['$ref'], 1);
    return schema;
  });
  return new Set([...others].filter(([, uses]) => uses === 0).map(([reference]) => reference));
}

/** Every object of the document that may be a schema, from the inside out. */
function walk<T>(value: T, change: (schema: Json) => Json): T;
function walk(value: unknown, change: (schema: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((one) => walk(one, change));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, held]): [string, unknown] => {
    if (DATA.has(key)) return [key, held];
    if (!MAPS.has(key) || !isObject(held)) return [key, walk(held, change)];
    return [key, Object.fromEntries(Object.entries(held).map(([name, schema]) => [name, walk(schema, change)]))];
  });
  return change(Object.fromEntries(entries));
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
