import {
  type Document,
  type Json,
  METHODS,
  type Method,
  type OperationObject,
  type ParameterObject,
  type PathItem,
  type ResponseObject,
  type Schema,
  dereference,
} from './document';

export type Call = (request: Request) => Promise<Response>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
  /** Arrays as repeated parameters; else joined by commas. */
  repeats: boolean;
}

export interface Operation {
  operationId: string;
  method: Uppercase<Method>;
  path: string;
  parameters: Parameter[];
  body?: { required: boolean; type: string; schema: Schema };
  responses: Record<string, ResponseObject>;
  needsKey: boolean;
  requiredScopes: string[];
}

/** A request before it has an origin and a key; every text is already as it goes over the wire. */
export interface Draft {
  path: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body?: { type: string; content: string | FormData };
}

/** Headers that the transport owns: OpenAPI says to ignore them as parameters. */
const NOT_PARAMETERS = new Set(['accept', 'content-type', 'authorization']);

export function readOperations(document: Document): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [readOperation(document, path, item, method, operation)] : [];
    }),
  );
}

/** One whose answer does not end by itself. */
export const isStream = ({ responses }: Operation): boolean => 'text/event-stream' in (responses['200']?.content ?? {});

/** The operation of that id. Throws where the document has none. */
export function findOperation(operations: Operation[], operationId: string): Operation {
  const found = operations.find((operation) => operation.operationId === operationId);
  if (!found) throw new Error(`the document has no operation ${operationId}`);
  return found;
}

function readOperation(
  document: Document,
  path: string,
  item: PathItem,
  method: Method,
  operation: OperationObject,
): Operation {
  const security = operation.security ?? document.security ?? [];
  const body = readBody(document, operation);
  return {
    operationId: operation.operationId ?? `${method} ${path}`,
    method: method.toUpperCase() as Uppercase<Method>,
    path,
    parameters: readParameters(document, item, operation),
    ...(body ? { body } : {}),
    responses: Object.fromEntries(
      Object.entries(operation.responses ?? {}).map(([status, response]) => [status, dereference(document, response)]),
    ),
    needsKey: security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0),
    requiredScopes: operation['x-required-scopes'] ?? [],
  };
}

function readParameters(document: Document, item: PathItem, operation: OperationObject): Parameter[] {
  const byName = new Map<string, ParameterObject>();
  for (const reference of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
    const parameter = dereference(document, reference);
    byName.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...byName.values()].filter(isSent).map((parameter) => ({
    name: parameter.name,
    in: parameter.in,
    required: parameter.required ?? false,
    schema: parameter.schema ?? true,
    repeats: parameter.explode === true,
  }));
}

function isSent(parameter: ParameterObject): parameter is ParameterObject & Pick<Parameter, 'in'> {
  if (parameter.in === 'header') return !NOT_PARAMETERS.has(parameter.name.toLowerCase());
  return parameter.in === 'path' || parameter.in === 'query';
}

function readBody(document: Document, operation: OperationObject): Operation['body'] {
  if (!operation.requestBody) return undefined;

  const { required, content } = dereference(document, operation.requestBody);
  const media = Object.entries(content ?? {});
  const [type, { schema }] = media.find(([name]) => isJson(name)) ?? media[0] ?? ['application/json', {}];
  return { required: required ?? false, type, schema: schema ?? true };
}

export const isJson = (type: string): boolean => /^application\/(?:[\w.+-]+\+)?json$/u.test(type);

/** A value as it stands in a path, query or header, before percent-encoding. Numbers never have an exponent. */
export function asText(value: Json): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return Array.isArray(value) ? value.map(asText).join(',') : JSON.stringify(value);
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/\.?0+$/u, '') : BigInt(Math.round(value)).toString();
}

export function encodeBody(type: string, value: Json): NonNullable<Draft['body']> {
  if (isJson(type)) return { type, content: JSON.stringify(value) };
  if (type !== 'multipart/form-data') return { type, content: asText(value) };

  const form = new FormData();
  // A form sends each line break as two characters, which a limit may have no room for.
  for (const [name, field] of Object.entries(value ?? {}))
    form.append(name, asText(field as Json).replaceAll(/[\r\n]/g, ' '));
  return { type, content: form };
}

interface Sending {
  /** Where paths begin; by default the document's first server. */
  baseUrl: string;
  key?: string | undefined;
  method?: string;
}

export const baseUrlOf = (document: Document): string =>
  new URL(document.servers?.[0]?.url ?? '/', 'http://localhost').href.replace(/\/$/u, '');

export function buildRequest(operation: Operation, draft: Draft, { baseUrl, key, method }: Sending): Request {
  const path = operation.path.replace(/\{(?<name>[^}]+)\}/gu, (whole, name: string) => draft.path[name] ?? whole);
  const query = draft.query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');

  const headers = new Headers(draft.headers);
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  const body = draft.body?.content;
  // A form brings its own type, with the boundary.
  if (draft.body && typeof body === 'string') headers.set('content-type', draft.body.type);

  const sent = method ?? operation.method;
  const carries = body !== undefined && sent !== 'GET' && sent !== 'HEAD';
  return new Request(`${baseUrl}${path}${query && `?${query}`}`, {
    method: sent,
    headers,
    ...(carries ? { body } : {}),
  });
}

/** Percent-encoding that also takes lone surrogates, which `encodeURIComponent` throws at. Commas stay, as list marks. */
export const encode = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('%2C', ',');
