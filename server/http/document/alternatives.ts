export type Json = Record<string, unknown>;
/** The schema that a reference means. */
export type Resolve = (reference: string) => Json;
type Rule = (branches: Json[]) => Json | undefined;

/** What says nothing of what is valid. */
const REMARKS = new Set(['default', 'deprecated', 'description', 'example', 'examples', 'title']);

/**
 * A schema that allows the same in fewer alternatives: what may be null is one type more, texts of several patterns
 * are texts of one, and alternatives that shut each other out say so.
 */
export function fewer(schema: Json, resolve: Resolve): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const branches = (anyOf as Json[]).flatMap((branch) => alternatives(branch, resolve));
  for (const rule of RULES) {
    const merged = rule(branches);
    if (merged && agree(merged, rest)) return { ...merged, ...rest, type: merged['type'] };
  }
  return { ...rest, [areApart(branches, resolve) ? 'oneOf' : 'anyOf']: branches };
}

/** Alternatives within one are alternatives themselves. */
function alternatives(branch: Json, resolve: Resolve): Json[] {
  const { anyOf, oneOf, type, ...rest } = branch;
  const own = (anyOf ?? (Array.isArray(oneOf) && areApart(oneOf as Json[], resolve) ? oneOf : undefined)) as
    | Json[]
    | undefined;
  const saysMore = (type !== undefined && type !== 'object') || !areRemarks(rest);
  return own === undefined || saysMore ? [branch] : own;
}

const areRemarks = (rest: Json): boolean => Object.keys(rest).every((key) => REMARKS.has(key));

/** Nothing that is said twice is said in two ways. */
const agree = (merged: Json, rest: Json): boolean =>
  Object.keys(rest).every(
    (key) => key === 'type' || REMARKS.has(key) || !(key in merged) || same(merged[key], rest[key]),
  );

const WITHOUT_NULL: Rule[] = [anyValue, anyPattern, anyType];
const RULES: Rule[] = [orNull, ...WITHOUT_NULL];

function orNull(branches: Json[]): Json | undefined {
  const others = branches.filter((branch) => !isNull(branch));
  if (others.length === branches.length) return undefined;
  const [only = {}, another] = others;
  const whole = another ? WITHOUT_NULL.map((rule) => rule(others)).find(Boolean) : only;
  if (whole?.['type'] === undefined || ['allOf', 'anyOf', 'oneOf'].some((key) => key in whole)) return undefined;
  const { const: value, enum: values, ...rest } = whole;
  const known = 'const' in whole ? [value] : (values as unknown[] | undefined);
  return { ...rest, type: [rest['type'], 'null'].flat(), ...(known ? { enum: [...known, null] } : {}) };
}

function anyValue(branches: Json[]): Json | undefined {
  const types = new Set(branches.map(({ type }) => type));
  const areValues = branches.every(
    (branch) => 'const' in branch && Object.keys(branch).every((key) => key === 'const' || key === 'type'),
  );
  if (!areValues || types.size !== 1) return undefined;
  return { type: [...types][0], enum: branches.map((branch) => branch['const']) };
}

/** A length holds for all only where each names the same; a value is within it. */
function anyPattern(branches: Json[]): Json | undefined {
  const patterns = branches.map(patternOf);
  const [maxLength, ...others] = new Set(branches.filter((one) => !('const' in one)).map((one) => one['maxLength']));
  if (patterns.includes(undefined) || maxLength === undefined || others.length > 0) return undefined;
  return { type: 'string', pattern: patterns.join('|'), maxLength, ...exampleAmong(branches) };
}

function patternOf(branch: Json): string | undefined {
  const { type, const: value, pattern, maxLength: _, format, ...rest } = branch;
  if (type !== 'string' || !areRemarks(rest)) return undefined;
  if (typeof value === 'string') return `^${value.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}$`;
  if (typeof pattern !== 'string' || !/^\^.*\$$/s.test(pattern)) return undefined;
  // The pattern of a time says more than its format.
  return format === undefined || format === 'date-time' ? pattern : undefined;
}

/** What a keyword says of texts it does not say of lists: a value of either has one schema. */
function anyType(branches: Json[]): Json | undefined {
  const keywords = branches.flatMap((branch) =>
    Object.keys(branch).filter((key) => key === 'type' || !REMARKS.has(key)),
  );
  const isSimple = branches.every(({ type }) => typeof type === 'string' && type !== 'object');
  const hasOwn = new Set(keywords.filter((key) => key !== 'type')).size === keywords.length - branches.length;
  const isOpen = !keywords.some((key) => ['$ref', 'allOf', 'anyOf', 'const', 'enum', 'oneOf'].includes(key));
  if (!isSimple || !hasOwn || !isOpen || !areApart(branches, () => ({}))) return undefined;
  return { ...(Object.assign({}, ...branches.toReversed()) as Json), type: branches.map(({ type }) => type) };
}

/** Whether no value is valid under two of them: their types differ, or a property that has to be there. */
function areApart(branches: Json[], resolve: Resolve): boolean {
  const whole = branches.map((branch) => (typeof branch['$ref'] === 'string' ? resolve(branch['$ref']) : branch));
  return whole.every((one, index) =>
    whole.slice(index + 1).every((other) => isApart(one, other) || isApart(other, one)),
  );
}

/** Told by types, and by what `one` requires. */
function isApart(one: Json, other: Json): boolean {
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

const typesOf = ({ type }: Json): unknown[] => {
  const types = type === undefined ? [] : [type].flat();
  return types.includes('integer') ? [...types, 'number'] : types;
};

const propertiesOf = (schema: Json): Record<string, Json> => (schema['properties'] ?? {}) as Record<string, Json>;

const valuesOf = (schema: Json = {}): unknown[] | undefined =>
  'const' in schema ? [schema['const']] : (schema['enum'] as unknown[] | undefined);

const exampleAmong = (branches: Json[]): Json => {
  const example = branches.map((branch) => branch['example']).find((one) => one !== undefined);
  return example === undefined ? {} : { example };
};

export const isNull = ({ type }: Json): boolean => type === 'null';

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
