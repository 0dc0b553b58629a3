/** What the tools read of an OpenAPI 3.1 document; anything else in it is passed over. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

export type Schema = boolean | SchemaObject;

export interface SchemaObject {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string | string[];
  const?: Json;
  enum?: Json[];
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
  propertyNames?: Schema;
  patternProperties?: Record<string, Schema>;
  minProperties?: number;
  maxProperties?: number;
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  description?: string;
}

interface Reference {
  $ref: string;
}

export interface MediaTypeObject {
  schema?: Schema;
  example?: Json;
  examples?: Record<string, unknown>;
}

export interface ParameterObject {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
  explode?: boolean;
  example?: Json;
  examples?: Record<string, unknown>;
}

export interface HeaderObject {
  required?: boolean;
  description?: string;
  schema?: Schema;
}

export interface ResponseObject {
  description?: string;
  headers?: Record<string, HeaderObject | Reference>;
  content?: Record<string, MediaTypeObject>;
}

export interface RequestBodyObject {
  required?: boolean;
  content?: Record<string, MediaTypeObject>;
}

export interface OperationObject {
  [field: string]: unknown;
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: (ParameterObject | Reference)[];
  requestBody?: RequestBodyObject | Reference;
  responses?: Record<string, ResponseObject | Reference>;
  security?: Record<string, string[]>[];
  'x-required-scopes'?: string[];
}

export type PathItem = Partial<Record<Method, OperationObject>> & { parameters?: (ParameterObject | Reference)[] };

export interface Document {
  [field: string]: unknown;
  openapi: string;
  info: Record<string, unknown>;
  servers?: { url: string }[];
  paths?: Record<string, PathItem>;
  components?: {
    schemas?: Record<string, Schema>;
    parameters?: Record<string, ParameterObject>;
    responses?: Record<string, ResponseObject>;
    [kind: string]: Record<string, unknown> | undefined;
  };
  security?: Record<string, string[]>[];
}

export const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
export type Method = (typeof METHODS)[number];

/** The object itself or what its `$ref` points at. Throws on a dead reference. */
export function dereference<T extends object>(document: Document, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  return dereference(document, lookUp(document, value.$ref) as T | Reference);
}

function lookUp(document: Document, ref: string): unknown {
  let found: unknown = document;
  for (const part of ref.replace(/^#\/?/u, '').split('/').filter(Boolean)) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    found = isRecord(found) || Array.isArray(found) ? (found as Record<string, unknown>)[name] : undefined;
  }
  if (found === undefined) throw new Error(`${ref} points at nothing`);
  return found;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The references a schema stands on directly, to notice recursion. */
export function refsOf(schema: Schema): string[] {
  if (typeof schema === 'boolean') return [];
  return [...(schema.$ref ? [schema.$ref] : []), ...(schema.allOf ?? []).flatMap(refsOf)];
}

/** One schema without `$ref` and `allOf` at its top: both are merged into what stands beside them. */
export function flatten(document: Document, schema: Schema): SchemaObject {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} };

  const { $ref, allOf, ...own } = schema;
  const parts = [...($ref ? [lookUp(document, $ref) as Schema] : []), ...(allOf ?? [])];
  return [...parts.map((part) => flatten(document, part)), own].reduce(merge, {});
}

/** What satisfies the result satisfies both, as far as one schema can say it. */
export function merge(left: SchemaObject, right: SchemaObject): SchemaObject {
  const merged: SchemaObject = { ...left, ...right };

  for (const keyword of LOWER) keep(merged, keyword, left, right, Math.max);
  for (const keyword of UPPER) keep(merged, keyword, left, right, Math.min);
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const [one, other] = [left[keyword], right[keyword]];
    if (one && other) merged[keyword] = one.flatMap((a) => other.map((b) => ({ allOf: [a, b] })));
  }
  if (left.required && right.required) merged.required = [...new Set([...left.required, ...right.required])];
  if (left.additionalProperties === false) merged.additionalProperties = false;
  if (left.type && right.type) merged.type = commonTypes(typesOf(left), typesOf(right));
  if (left.enum && right.enum) {
    const allowed = new Set(right.enum.map((value) => JSON.stringify(value)));
    merged.enum = left.enum.filter((value) => allowed.has(JSON.stringify(value)));
  }
  if (left.items && right.items) merged.items = { allOf: [left.items, right.items] };
  if (left.properties && right.properties) {
    const properties = { ...left.properties };
    for (const [name, schema] of Object.entries(right.properties)) {
      const other = properties[name];
      properties[name] = other === undefined ? schema : { allOf: [other, schema] };
    }
    merged.properties = properties;
  }
  return merged;
}

const LOWER = ['minLength', 'minItems', 'minProperties', 'minimum', 'exclusiveMinimum'] as const;
const UPPER = ['maxLength', 'maxItems', 'maxProperties', 'maximum', 'exclusiveMaximum'] as const;

function keep(
  merged: SchemaObject,
  keyword: (typeof LOWER)[number] | (typeof UPPER)[number],
  left: SchemaObject,
  right: SchemaObject,
  choose: (a: number, b: number) => number,
): void {
  const [one, other] = [left[keyword], right[keyword]];
  if (one !== undefined && other !== undefined) merged[keyword] = choose(one, other);
}

function commonTypes(left: string[], right: string[]): string[] {
  return [...new Set([...left, ...right].filter((type) => accepts(left, type) && accepts(right, type)))];
}

const accepts = (types: string[], type: string) =>
  types.includes(type) || (type === 'integer' && types.includes('number'));

/** The types a schema names, or those its keywords speak of. */
export function typesOf(schema: SchemaObject): string[] {
  if (schema.type !== undefined) return typeof schema.type === 'string' ? [schema.type] : schema.type;
  if (schema.properties || schema.additionalProperties || schema.required) return ['object'];
  if (schema.items || schema.prefixItems) return ['array'];
  if (schema.pattern || schema.format || schema.maxLength || schema.minLength) return ['string'];
  if (schema.minimum !== undefined || schema.maximum !== undefined || schema.multipleOf) return ['number'];
  return [];
}
