import { TRPCClientError } from '@trpc/client';

import type { Problem } from '../../server/trpc/failure';
import type { ErrorCode } from '../../shared/errors';
import { detailOf, labelOf } from '../i18n/labels';
import { t } from './texts';

/** The problem in the server’s answer; undefined when no answer came. */
export function problemOf(error: unknown): Problem | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  return (error.data as { problem?: Problem } | undefined)?.problem;
}

export const codeOf = (error: unknown): ErrorCode | undefined => problemOf(error)?.code as ErrorCode | undefined;

/** In the person’s language. */
export const titleOf = ({ code, title }: Problem): string => labelOf('errorTitles', code, title);

export const isCode = (error: unknown, ...codes: ErrorCode[]): boolean => {
  const code = codeOf(error);
  return code !== undefined && codes.includes(code);
};

/** Whether no answer came, or one of a proxy without its server; false for refusals. */
export function mayRetry(error: unknown): boolean {
  const problem = problemOf(error);
  return problem === undefined || (problem.status >= 502 && problem.status <= 504);
}

/** The call may have reached the server: its effect is unknown. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof TRPCClientError && problemOf(error) === undefined;

export function errorText(error: unknown): string {
  const problem = problemOf(error);
  if (!problem) return t('serverAway');
  const { code, title, detail } = problem;
  const isOwn = detail !== '' && detail !== title;
  return (isOwn && detailOf(detail, code)) || titleOf(problem);
}

export function retryAfterOf(error: unknown): number | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  const response = error.meta?.['response'];
  const header = response instanceof Response ? response.headers.get('retry-after') : null;
  const seconds = Number(header);
  return header !== null && seconds > 0 ? seconds : undefined;
}
