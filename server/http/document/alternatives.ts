import type { JsonObject } from '../../json-object';

export type Resolve = (reference: string) => JsonObject;
type Rule = (branches: JsonObject[]) => JsonObject | undefined;

const REMARKS = new Set(['default', 'deprecated', 'description', 'example', 'examples', 'title']);

/** Generated clients handle types better than alternatives. */
export function simplifyAlternatives(schema: JsonObject, resolve: Resolve): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const branches = (anyOf as JsonObject[]).flatMap((branch) => alternatives(branch, resolve));
  for (const rule of RULES) {
    const merged = rule(branches);
    if (merged && agree(merged, rest)) return { ...merged, ...rest, type: merged['type'] };
  }
  const areObjects = branches.every((branch) => wholeOf(branch, resolve)['type'] === 'object');
  const keyword = areApart(branches, resolve) ? 'oneOf' : 'anyOf';
  return { ...(areObjects ? { type: 'object' } : {}), ...rest, [keyword]: branches };
}

function alternatives(branch: JsonObject, resolve: Resolve): JsonObject[] {
  const { anyOf, oneOf, type, ...rest } = branch;
  const own = (anyOf ?? (Array.isArray(oneOf) && areApart(oneOf as JsonObject[], resolve) ? oneOf : undefined)) as
    | JsonObject[]
    | undefined;
  const saysMore = (type !== undefined && type !== 'object') || !areRemarks(rest);
  return own === undefined || saysMore ? [branch] : own;
}

const areRemarks = (rest: JsonObject): boolean => Object.keys(rest).every((key) => REMARKS.has(key));

const agree = (merged: JsonObject, rest: JsonObject): boolean =>
  Object.keys(rest).every(
    (key) => key === 'type' || REMARKS.has(key) || !(key in merged) || same(merged[key], rest[key]),
  );

const WITHOUT_NULL: Rule[] = [anyValue, anyPattern, anyType];
const RULES: Rule[] = [orNull, ...WITHOUT_NULL];

function orNull(branches: JsonObject[]): JsonObject | undefined {
  const others = branches.filter((branch) => !isNull(branch));
  if (others.length === branches.length) return undefined;
  const [only = {}, another] = others;
  const whole = another ? WITHOUT_NULL.map((rule) => rule(others)).find(Boolean) : only;
  if (whole?.['type'] === undefined || ['allOf', 'anyOf', 'oneOf'].some((key) => key in whole)) return undefined;
  const { const: value, enum: values, ...rest } = whole;
  const known = 'const' in whole ? [value] : (values as unknown[] | undefined);
  return { ...rest, type: [rest['type'], 'null'].flat(), ...(known ? { enum: [...known, null] } : {}) };
}

function anyValue(branches: JsonObject[]): JsonObject | undefined {
  const types = new Set(branches.map(({ type }) => type));
  const areValues = branches.every(
    (branch) => 'const' in branch && Object.keys(branch).every((key) => key === 'const' || key === 'type'),
  );
  if (!areValues || types.size !== 1) return undefined;
  return { type: [...types][0], enum: branches.map((branch) => branch['const']) };
}

/** A common length survives only if all alternatives agree. */
function anyPattern(branches: JsonObject[]): JsonObject | undefined {
  const patterns = branches.map(patternOf);
  const [maxLength, ...others] = new Set(branches.filter((one) => !('const' in one)).map((one) => one['maxLength']));
  if (patterns.includes(undefined) || maxLength === undefined || others.length > 0) return undefined;
  return { type: 'string', pattern: patterns.join('|'), maxLength, ...exampleAmong(branches) };
}

function patternOf(branch: JsonObject): string | undefined {
  const { type, const: value, pattern, maxLength: _, format, ...rest } = branch;
  if (type !== 'string' || !areRemarks(rest)) return undefined;
  if (typeof value === 'string') return `^${value.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}$`;
  if (typeof pattern !== 'string' || !/^\^.*\$$/s.test(pattern)) return undefined;
  // The pattern of a time is stricter than its format.
  return format === undefined || format === 'date-time' ? pattern : undefined;
}

/** Keywords of different types do not conflict. */
function anyType(branches: JsonObject[]): JsonObject | undefined {
  const keywords = branches.flatMap((branch) =>
    Object.keys(branch).filter((key) => key === 'type' || !REMARKS.has(key)),
  );
  const isSimple = branches.every(({ type }) => typeof type === 'string' && type !== 'object');
  const hasOwn = new Set(keywords.filter((key) => key !== 'type')).size === keywords.length - branches.length;
  const isOpen = !keywords.some((key) => ['$ref', 'allOf', 'anyOf', 'const', 'enum', 'oneOf'].includes(key));
  if (!isSimple || !hasOwn || !isOpen || !areApart(branches, () => ({}))) return undefined;
  return { ...(Object.assign({}, ...branches.toReversed()) as JsonObject), type: branches.map(({ type }) => type) };
}

/** By type or by a required property. */
function areApart(branches: JsonObject[], resolve: Resolve): boolean {
  const whole = branches.map((branch) => wholeOf(branch, resolve));
  return whole.every((one, index) =>
    whole.slice(index + 1).every((other) => isApart(one, other) || isApart(other, one)),
  );
}

const wholeOf = (branch: JsonObject, resolve: Resolve): JsonObject =>
  typeof branch['$ref'] === 'string' ? resolve(branch['$ref']) : branch;

function isApart(one: JsonObject, other: JsonObject): boolean {
  const [types, others] = [typesOf(one), typesOf(other)];
  if (types.length === 0 || others.length === 0) return false;
  if (!types.some((type) => others.includes(type))) return true;
  if (types.join() !== 'object' || others.join() !== 'object') return false;

  const [own, their] = [propertiesOf(one), propertiesOf(other)];
  const theirRequired = (other['required'] ?? []) as string[];
  return ((one['required'] ?? []) as string[]).some((name) => {
    const [values, theirs] = [valuesOf(own[name]), valuesOf(their[name])];
    if (other['additionalProperties'] === false && !(name in their)) return true;
    return theirRequired.includes(name) && values && theirs && !values.some((value) => theirs.includes(value));
  });
}

const typesOf = ({ type }: JsonObject): unknown[] => {
  const types = type === undefined ? [] : [type].flat();
  return types.includes('integer') ? [...types, 'number'] : types;
};

const propertiesOf = (schema: JsonObject): Record<string, JsonObject> =>
  (schema['properties'] ?? {}) as Record<string, JsonObject>;

const valuesOf = (schema: JsonObject = {}): unknown[] | undefined =>
  'const' in schema ? [schema['const']] : (schema['enum'] as unknown[] | undefined);

const exampleAmong = (branches: JsonObject[]): JsonObject => {
  const example = branches.map((branch) => branch['example']).find((one) => one !== undefined);
  return example === undefined ? {} : { example };
};

export const isNull = ({ type }: JsonObject): boolean => type === 'null';

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
