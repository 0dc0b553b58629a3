import type { z } from 'zod';

import { flatIssues } from '../../../../shared/union-issues';
import { StepError } from './failure';

/** What templates became, held to the schema of what they are for. Throws `StepError` with the first thing wrong. */
export function parsed<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = flatIssues(result.error.issues);
  const path = (issue?.path ?? []).map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`);
  throw new StepError('validation_failed', issue?.message ?? 'Is not valid.', path.join(''));
}
