import type { z } from 'zod';

import type { FieldIssue } from '../../../../shared/errors';
import { flatIssues } from '../../../../shared/union-issues';

type Issue = z.core.$ZodIssue;

export const fieldIssuesOf = (error: z.ZodError): FieldIssue[] =>
  flatIssues(error.issues).map((issue) => ({
    in: 'body',
    pointer: pointerOf(issue.path),
    code: codeOf(issue),
    message: issue.message,
  }));

const pointerOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => `/${String(part).slice(0, 100).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');

function codeOf(issue: Issue): string {
  if (issue.code !== 'custom') return issue.code === 'unrecognized_keys' ? 'unknown_parameter' : issue.code;
  const code: unknown = issue.params?.['code'];
  return typeof code === 'string' ? code : 'invalid';
}
