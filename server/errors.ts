import type { Scope } from '../shared/access/scopes';
import { ERRORS, type ErrorCode, type FieldIssue } from '../shared/errors';
import { LIMITS } from '../shared/limits';

export interface ErrorDetails {
  detail?: string;
  errors?: FieldIssue[];
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** The AI provider’s code; used where errors have the form of the OpenAI API. */
  upstreamCode?: string;
}

/** Clients see this error. Anything else that is thrown becomes `internal_error`. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails | string = {}) {
    const full = typeof details === 'string' ? { detail: details } : details;
    super(full.detail ?? ERRORS[code].title);
    this.code = code;
    this.details = full;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Throws 404 for undefined. */
export function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw new ApiError('not_found');
  return value;
}

/** Throws 404 for an empty list. */
export const firstOrNotFound = <T>([first]: readonly T[]): T => orNotFound(first);

export function insufficientScope(scopes: readonly Scope[], detail: string): ApiError {
  if (scopes.length === 0) throw new Error('insufficientScope needs at least one scope.');
  return new ApiError('insufficient_scope', {
    detail,
    extra: { required_scopes: scopes },
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"` },
  });
}

export const fieldError = (code: ErrorCode, pointer: string, issue: string, message: string): ApiError =>
  new ApiError(code, {
    detail: withFieldName(pointer, message),
    errors: [{ in: 'body', pointer, code: issue, message }],
  });

export const relatedNotFound = (pointer: string, message = 'No such object in this workspace.'): ApiError =>
  fieldError('related_not_found', pointer, 'related_not_found', message);

/** Closes the connection, since the rest of the body is not read. */
export const malformedBody = (detail: string): ApiError =>
  new ApiError('malformed_json', { detail, headers: { Connection: 'close' } });

/** Throws 400 for the first issue, with all of them as its errors. */
export function requireValid(issues: readonly FieldIssue[]): void {
  const [first] = issues;
  if (!first) return;
  throw new ApiError('validation_failed', {
    detail: first.message,
    errors: issues.slice(0, LIMITS.issuesPerProblem),
  });
}

/** A detail is read without its pointer, so a message such as “Must be in the future.” needs a subject. */
const withFieldName = (pointer: string, message: string): string =>
  message.startsWith('Must ') && pointer !== ''
    ? `\`${pointer.slice(1).replaceAll('/', '.')}\` must ${message.slice('Must '.length)}`
    : message;
