import * as fc from 'fast-check';

import { type Document, type Json, type Schema, type SchemaObject, flatten, merge, refsOf, typesOf } from './document';
import { sift, strings } from './strings';
import { isValid } from './validate';

export { Unfillable } from './strings';

/**
 * Replaces the values of a named property or parameter: known ids, say. The name of an array's items is the array's.
 * `own` is what would be drawn otherwise.
 */
export type Override = (
  name: string,
  schema: SchemaObject,
  own: () => fc.Arbitrary<Json>,
) => fc.Arbitrary<Json> | undefined;

interface Drawing {
  document: Document;
  override: Override;
}

/** How often a recursive reference is followed. */
const DEEPEST = 2;

/** Values that are valid under a schema of the document; each is checked by ajv before it is handed out. */
export function valuesOf(document: Document, schema: Schema, name = '', override?: Override): fc.Arbitrary<Json> {
  const drawing = { document, override: override ?? (() => undefined) };
  const values = build(drawing, schema, name, []);
  const what = `${name || 'value'} of ${JSON.stringify(schema).slice(0, 200)}`;
  return sift(values ?? fc.constant(undefined as never), (value) => isValid(document, schema, value), what);
}

/** Nothing, where the schema cannot be met without going round a reference for ever. */
function build(drawing: Drawing, schema: Schema, name: string, path: string[]): fc.Arbitrary<Json> | undefined {
  if (isExhausted(schema, path)) return undefined;

  const flat = flatten(drawing.document, schema);
  const within = [...path, ...refsOf(schema)];
  let own: fc.Arbitrary<Json> | undefined;
  const draw = () => (own ??= buildFlat(drawing, flat, name, within)) ?? fc.constant(null);
  return (name && drawing.override(name, flat, draw)) || (own ?? buildFlat(drawing, flat, name, within));
}

function buildFlat(
  drawing: Drawing,
  schema: SchemaObject,
  name: string,
  path: string[],
): fc.Arbitrary<Json> | undefined {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return schema.enum.length ? fc.constantFrom(...schema.enum) : undefined;

  const { anyOf, oneOf, ...base } = schema;
  const branches = anyOf ?? oneOf;
  if (branches) {
    const rest = anyOf && oneOf ? { ...base, oneOf } : base;
    const open = branches.filter((branch) => !isExhausted(branch, path));
    return either(
      open.map((branch) => {
        const whole = merge(rest, flatten(drawing.document, branch));
        return build(drawing, whole, name, [...path, ...refsOf(branch)]);
      }),
    );
  }

  const types = typesOf(schema);
  if (types.length === 0) return anyJson;
  return either(types.map((type) => ofType(drawing, schema, type, name, path)));
}

function isExhausted(schema: Schema, path: string[]): boolean {
  return refsOf(schema).some((ref) => path.filter((seen) => seen === ref).length >= DEEPEST);
}

function either(branches: (fc.Arbitrary<Json> | undefined)[]): fc.Arbitrary<Json> | undefined {
  const possible = branches.filter((branch) => branch !== undefined);
  return possible.length > 1 ? fc.oneof(...possible) : possible[0];
}

function ofType(
  drawing: Drawing,
  schema: SchemaObject,
  type: string,
  name: string,
  path: string[],
): fc.Arbitrary<Json> | undefined {
  switch (type) {
    case 'string':
      return strings(schema);
    case 'integer':
    case 'number':
      return numbers(schema, type === 'integer');
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return arrays(drawing, schema, name, path);
    case 'object':
      return objects(drawing, schema, path);
    default:
      throw new Error(`unknown type ${type}`);
  }
}

function numbers(schema: SchemaObject, whole: boolean): fc.Arbitrary<number> {
  const widest = schema.format === 'int32' ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
  const above = schema.exclusiveMinimum ?? -Infinity;
  const below = schema.exclusiveMaximum ?? Infinity;
  const min = Math.max(schema.minimum ?? -widest, above);
  const max = Math.min(schema.maximum ?? widest, below);

  const multiple = schema.multipleOf ?? (whole ? 1 : undefined);
  if (multiple === undefined) {
    const bounds = { min, max, minExcluded: min === above, maxExcluded: max === below };
    const any = fc.double({ ...bounds, noNaN: true }).map((value) => value || 0);
    const [first, last] = [Math.ceil(Math.max(min, -1e9) * 1_000) + 1, Math.floor(Math.min(max, 1e9) * 1_000) - 1];
    return first < last
      ? fc.oneof(
          any,
          fc.integer({ min: first, max: last }).map((count) => count / 1_000),
        )
      : any;
  }
  const lowest = Math.ceil(min / multiple);
  const highest = Math.floor(max / multiple);
  return fc
    .integer({
      min: lowest * multiple === above ? lowest + 1 : lowest,
      max: highest * multiple === below ? highest - 1 : highest,
    })
    .map((count) => count * multiple || 0);
}

function arrays(
  drawing: Drawing,
  schema: SchemaObject,
  name: string,
  path: string[],
): fc.Arbitrary<Json[]> | undefined {
  const fewest = schema.minItems ?? 0;
  const most = schema.maxItems ?? fewest + 5;

  const first = (schema.prefixItems ?? []).map((item) => build(drawing, item, name, path));
  const items = build(drawing, schema.items ?? true, name, path);
  if (!items || first.some((item) => item === undefined)) return fewest === 0 ? fc.constant([]) : undefined;

  const tuple = fc.tuple(...first.filter((item) => item !== undefined));
  const rest = { minLength: Math.max(0, fewest - first.length), maxLength: Math.max(0, most - first.length) };
  const few = { ...rest, maxLength: Math.min(rest.maxLength, rest.minLength + 4) };
  const list = (bounds: typeof rest) =>
    schema.uniqueItems
      ? fc.uniqueArray(items, { ...bounds, selector: (item) => JSON.stringify(item) })
      : fc.array(items, { ...bounds, size: 'max' });

  const full = rest.maxLength <= 100 && !schema.uniqueItems ? list({ ...rest, minLength: rest.maxLength }) : list(few);
  const tail = fc.oneof({ weight: 15, arbitrary: list(few) }, { weight: 1, arbitrary: full });
  return fc.tuple(tuple, tail).map(([head, others]) => [...head, ...others]);
}

const anyJson = (fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>).filter(
  (value) => !JSON.stringify(value).includes('__proto__'),
);

const ABSENT = Symbol('absent');

function objects(drawing: Drawing, schema: SchemaObject, path: string[]): fc.Arbitrary<Json> | undefined {
  const properties = schema.properties ?? {};
  const required = new Set(schema.required);
  const fields: Record<string, fc.Arbitrary<Json | typeof ABSENT>> = {};

  for (const name of new Set([...Object.keys(properties), ...required])) {
    const values = build(drawing, properties[name] ?? true, name, path);
    if (!values && required.has(name)) return undefined;
    if (!values) continue;
    fields[name] = required.has(name) ? values : fc.oneof(fc.constant(ABSENT), values);
  }

  const known = new Set(Object.keys(fields));
  return fc
    .tuple(fc.record(fields), extras(drawing, schema, known, path))
    .map(([own, others]) =>
      Object.fromEntries([
        ...Object.entries(own).filter((entry): entry is [string, Json] => entry[1] !== ABSENT),
        ...others.filter(([name]) => !Object.hasOwn(properties, name)),
      ]),
    );
}

/** Entries of a map: only where the schema speaks of other properties. */
function extras(
  drawing: Drawing,
  schema: SchemaObject,
  known: Set<string>,
  path: string[],
): fc.Arbitrary<[string, Json][]> {
  const patterns = Object.entries(schema.patternProperties ?? {});
  const pattern = patterns[0];
  const open = schema.additionalProperties;
  if (!pattern && (open === undefined || open === false)) return fc.constant([]);

  const values = build(drawing, pattern?.[1] ?? open ?? true, '', path);
  if (!values) return fc.constant([]);

  const names = pattern
    ? strings({ pattern: pattern[0] })
    : valuesOf(
        drawing.document,
        merge({ type: 'string', maxLength: 40 }, flatten(drawing.document, schema.propertyNames ?? true)),
      ).map(String);
  const fewest = Math.max(0, (schema.minProperties ?? 0) - known.size);
  const most = Math.min(fewest + 3, Math.max(0, (schema.maxProperties ?? Number.POSITIVE_INFINITY) - known.size));
  const entries = fc.tuple(
    names.filter((name) => name !== '__proto__'),
    values,
  );
  return fc.uniqueArray(entries, { minLength: fewest, maxLength: most, selector: ([name]) => name });
}
