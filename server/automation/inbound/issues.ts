import type { z } from 'zod';

import type { FieldIssue } from '../../../shared/errors';

type Issue = z.core.$ZodIssue;

/** Issues of a union’s best branch: the one that got furthest is the one that was meant. */
export function flatIssues(issues: readonly Issue[], base: readonly PropertyKey[] = []): Issue[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path];
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ ...issue, path }];
    const best = issue.errors.toSorted((a, b) => rankOf(a) - rankOf(b))[0] ?? [];
    return flatIssues(best, path);
  });
}

const rankOf = (issues: readonly Issue[]): number =>
  issues.reduce((sum, { path }) => sum - path.length * 10, issues.length);

/** What is wrong with a publication that a mapping made. */
export const fieldIssuesOf = (error: z.ZodError): FieldIssue[] =>
  flatIssues(error.issues).map((issue) => ({
    in: 'body',
    pointer: pointerOf(issue.path),
    code: codeOf(issue),
    message: issue.message,
  }));

/** JSON Pointer (RFC 6901). */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => `/${String(part).slice(0, 100).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');

function codeOf(issue: Issue): string {
  if (issue.code !== 'custom') return issue.code === 'unrecognized_keys' ? 'unknown_parameter' : issue.code;
  const code: unknown = issue.params?.['code'];
  return typeof code === 'string' ? code : 'invalid';
}
