import { z } from 'zod';

import { editDistance } from '../../shared/edit-distance';
import type { FieldIssue } from '../../shared/errors';
import { LIMITS } from '../../shared/limits';
import { flatIssues, REQUIRED } from '../../shared/union-issues';
import { pointerPart } from '../json-pointer';

type Place = FieldIssue['in'];
export type JsonSchema = Record<string, unknown>;

const english = z.config().localeError;
// zod exposes the validated value only here; an issue does not distinguish wrong from missing values.
z.config({
  localeError: (issue) =>
    issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value')
      ? REQUIRED
      : english?.(issue),
});

export function fieldIssues(error: z.ZodError, placeOf: (field: string) => Place, schema: JsonSchema): FieldIssue[] {
  return flatIssues(error.issues)
    .flatMap((issue) => toIssues(issue, placeOf, schema))
    .slice(0, LIMITS.issuesPerProblem);
}

function toIssues(issue: z.core.$ZodIssue, placeOf: (field: string) => Place, schema: JsonSchema): FieldIssue[] {
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, issue.path);
    // Bounded first: a body can contain a hundred thousand unknown names.
    return issue.keys.slice(0, LIMITS.issuesPerProblem).map((key) => {
      const path = [...issue.path, key];
      const near = key.length <= MAX_NAME ? known.find((name) => editDistance(name, key) <= 2) : undefined;
      const message = `Unknown field.${near ? ` Did you mean ${near}?` : ''}`;
      return { in: placeOf(String(path[0])), pointer: pointer(path), code: 'unknown_parameter', message };
    });
  }
  return [
    {
      in: placeOf(String(issue.path[0])),
      pointer: pointer(issue.path),
      code: codeOf(issue),
      message: messageOf(issue),
    },
  ];
}

const MAX_NAME = 100;

/** JSON Pointer (RFC 6901); long names are truncated. */
export const pointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => pointerPart(cut(String(part)))).join('');

const cut = (name: string): string => (name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME)}…`.toWellFormed());

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.message === REQUIRED) return 'required';
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' ? 'too_short' : issue.origin === 'array' ? 'too_few' : 'too_small';
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : issue.origin === 'array' ? 'too_many' : 'too_big';
    case 'invalid_format':
      return issue.format === 'regex' ? 'invalid_format' : `invalid_${issue.format}`;
    case 'invalid_value':
    case 'invalid_union':
      return 'invalid_value';
    case 'custom': {
      const code: unknown = issue.params?.['code'];
      return typeof code === 'string' ? code : 'invalid';
    }
    default:
      return issue.code;
  }
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.message === REQUIRED) return REQUIRED;
  if (issue.code === 'invalid_type') return `Must be ${article(issue.expected)}.`;
  if (issue.code === 'invalid_value') {
    // The schema's own sentence is clearer than a long list.
    return /^Invalid (?:option|input)/.test(issue.message)
      ? `Must be one of: ${issue.values.map(String).join(', ')}.`
      : issue.message;
  }
  if (issue.code === 'invalid_union') {
    const options = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
    return options.length > 0 ? `Must be one of: ${options.join(', ')}.` : 'Must have one of the documented forms.';
  }
  return issue.message;
}

const article = (type: string): string => {
  const name = type === 'int' ? 'integer' : type === 'record' ? 'object' : type;
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
};

function knownKeys(schema: JsonSchema, path: readonly PropertyKey[]): string[] {
  const definitions = (schema['$defs'] ?? {}) as Record<string, JsonSchema>;
  const branches = (node: JsonSchema): JsonSchema[] => {
    const inner = ['anyOf', 'oneOf', 'allOf'].flatMap((name) => (Array.isArray(node[name]) ? node[name] : []));
    const shared = definitions[String(node['$ref']).slice(DEFINITIONS.length)];
    return [node, ...[...inner, shared].filter(isSchema).flatMap(branches)];
  };

  let nodes: JsonSchema[] = [schema];
  for (const part of path) {
    nodes = nodes.flatMap(branches).flatMap((node) => {
      const next =
        typeof part === 'number' ? node['items'] : (node['properties'] as JsonSchema | undefined)?.[String(part)];
      return isSchema(next) ? [next] : [];
    });
  }
  return nodes.flatMap(branches).flatMap((node) => Object.keys((node['properties'] as object | undefined) ?? {}));
}

const DEFINITIONS = '#/$defs/';

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;
