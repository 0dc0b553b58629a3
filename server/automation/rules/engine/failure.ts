import type { z } from 'zod';

import type { RuleRunError } from '../../../../shared/automation/rule-run';
import { isRetryable } from '../../../../shared/errors';
import { flatIssues } from '../../../../shared/union-issues';
import { isDataFault } from '../../../db/faults';
import { ApiError } from '../../../errors';
import { pointerPart } from '../../../json-pointer';
import { storable } from '../../../storable';
import { runErrorOf } from '../../templates/run-error';
import type { TemplateFailure } from '../../templates/types';

export class StepError extends Error {
  readonly code: string;
  readonly path: string | null;

  constructor(code: string, message: string, path: string | null = null) {
    super(message);
    this.code = code;
    this.path = path;
  }
}

export const stepErrorOf = (failure: TemplateFailure): StepError => {
  const { code, message, path } = runErrorOf(failure);
  return new StepError(code, message, path);
};

/** For the author of the rule, without internal details. */
export function describeError(error: unknown): RuleRunError {
  const ruleError = ruleErrorOf(error);
  // The message may quote a value that cannot be stored.
  return { ...ruleError, message: storable(ruleError.message) };
}

/** For a value that the database refuses, and would refuse again. */
export const REFUSED: RuleRunError = {
  code: 'unprocessable',
  message: 'A value of the step cannot be stored.',
  path: null,
};

function ruleErrorOf(error: unknown): RuleRunError {
  if (error instanceof StepError) return { code: error.code, message: error.message, path: error.path };
  if (error instanceof ApiError) {
    const [issue] = error.details.errors ?? [];
    return {
      code: issue?.code ?? error.code,
      message: issue?.message ?? error.message,
      path: issue?.pointer ?? null,
    };
  }
  if (isDataFault(error)) return REFUSED;
  return { code: 'internal_error', message: 'An internal error occurred.', path: null };
}

export function isTransient(error: unknown): boolean {
  if (error instanceof StepError || isDataFault(error)) return false;
  if (!(error instanceof ApiError)) return true;
  return isRetryable(error.code) || error.code === 'instance_not_connected';
}

/** Throws `StepError` with the first issue. */
export function parsed<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = flatIssues(result.error.issues);
  const path = (issue?.path ?? []).map(pointerPart);
  throw new StepError('validation_failed', issue?.message ?? 'Is not valid.', path.join(''));
}
