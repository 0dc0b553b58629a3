import type { z } from 'zod';

import type { FieldIssue } from '../../../shared/errors';
import { ApiError } from '../../errors';
import { validationError } from '../../trpc/failure';
import { fieldIssues } from '../../trpc/issues';
import { type Coercion, type Operation, propertiesOf } from './operation';

const INTEGER = /^-?(0|[1-9]\d*)$/;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

type ParseOptions = z.core.ParseContext<z.core.$ZodIssue>;

/** Known to zod, though its public type lacks it. */
export const FIRST_ISSUE: ParseOptions & { abortEarly: true } = { abortEarly: true };

/** Throws 404 for an impossible id in the path, otherwise 400 with every issue. */
export function decodeInput(
  operation: Operation,
  parameters: Record<string, string>,
  queryText: string,
  body: unknown,
  options?: ParseOptions,
): unknown {
  const { takesBody, pathParameters, inputOfNothing } = operation;
  if (inputOfNothing !== undefined && queryText === '' && body === undefined) return inputOfNothing;
  const issues: FieldIssue[] = [];
  const query = queryText === '' ? {} : decodeQuery(operation, queryText, issues);
  const fields = takesBody ? bodyFields(operation, body, issues) : query;

  const input: Record<string, unknown> = fields;
  for (const name of pathParameters) {
    const value = parameters[name] ?? '';
    input[name] = coerce(value, operation.coercions.get(name) ?? 'string');
  }

  const parsed = operation.parseInput(input, options);
  if (parsed.success && issues.length === 0) return parsed.data;

  const own = new Set(issues.map((issue) => issue.pointer));
  const found = parsed.success
    ? []
    : fieldIssues(parsed.error, (field) => fieldLocation(operation, field), operation.inputSchema);
  if (found.some((issue) => issue.in === 'path')) throw new ApiError('not_found');
  throw validationError([...issues, ...found.filter((issue) => !own.has(issue.pointer))]);
}

export function fieldLocation({ pathParameters, takesBody }: Operation, field: string): FieldIssue['in'] {
  if (pathParameters.includes(field)) return 'path';
  return takesBody ? 'body' : 'query';
}

function bodyFields(operation: Operation, body: unknown, issues: FieldIssue[]): Record<string, unknown> {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw validationError([{ in: 'body', pointer: '', code: 'invalid_type', message: 'Must be an object.' }]);
  }
  for (const name of operation.pathParameters) {
    if (!Object.hasOwn(body, name)) continue;
    issues.push({
      in: 'body',
      pointer: `/${name}`,
      code: 'unknown_parameter',
      message: 'Must be in the path, not in the body.',
    });
  }
  return { ...body };
}

function decodeQuery(operation: Operation, text: string, issues: FieldIssue[]): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = unescape(at < 0 ? pair : pair.slice(0, at));
    const value = at < 0 ? '' : unescape(pair.slice(at + 1));
    const pointer = `/${name ?? ''}`;

    if (name === undefined || value === undefined) {
      issues.push({
        in: 'query',
        pointer,
        code: 'invalid_encoding',
        message: 'Must be percent-encoded UTF-8 without NUL.',
      });
    } else if (operation.takesBody) {
      issues.push({
        in: 'query',
        pointer,
        code: 'unknown_parameter',
        message: 'Must be in the body, not in the query.',
      });
    } else if (operation.pathParameters.includes(name)) {
      issues.push({
        in: 'query',
        pointer,
        code: 'unknown_parameter',
        message: 'Must be in the path, not in the query.',
      });
    } else if (Object.hasOwn(values, name)) {
      issues.push({
        in: 'query',
        pointer,
        code: 'repeated',
        message: 'Must occur only once. Separate the values of a list with commas.',
      });
    } else if (value === '' && operation.coercions.has(name) && !mayBeEmpty(operation, name)) {
      issues.push({
        in: 'query',
        pointer,
        code: 'required',
        message: 'Must not be empty. Leave the parameter out instead.',
      });
    } else {
      // `__proto__` becomes an ordinary field and is refused as unknown.
      Object.defineProperty(values, name, {
        value: coerce(value, operation.coercions.get(name) ?? 'string'),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
  }
  return values;
}

/** An empty list parameter means no filter. */
function mayBeEmpty({ inputSchema, coercions }: Operation, name: string): boolean {
  const coercion = coercions.get(name);
  return (
    (coercion === 'strings' || coercion === 'integers') && propertiesOf(inputSchema)[name]?.['minItems'] === undefined
  );
}

/** Undefined for invalid UTF-8 escapes, or NUL, which PostgreSQL cannot store. */
function unescape(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text.replaceAll('+', ' '));
    return value.includes('\0') ? undefined : value;
  } catch {
    return undefined;
  }
}

/** A value that does not fit stays text, and the schema reports the expected type. */
function coerce(value: string, coercion: Coercion): unknown {
  switch (coercion) {
    case 'string':
      return value;
    case 'integer':
      return INTEGER.test(value) && Number.isSafeInteger(Number(value)) ? Number(value) : value;
    case 'number':
      return NUMBER.test(value) ? Number(value) : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'strings':
      return value === '' ? [] : value.split(',');
    case 'integers':
      return value === '' ? [] : value.split(',').map((part) => coerce(part, 'integer'));
    default:
      return coercion satisfies never;
  }
}
