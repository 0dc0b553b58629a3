import { type TRPCDefaultErrorShape, TRPCError } from '@trpc/server';
import { z } from 'zod';

import { type ErrorCode, ERRORS, isRetryable, type FieldIssue } from '../../shared/errors';
import type { CallContext } from '../call-context';
import { ApiError } from '../errors';
import { isOutage } from '../outage';
import { fieldIssues } from './issues';

export function validationError(errors: FieldIssue[]): ApiError {
  const allUnknown = errors.length > 0 && errors.every((issue) => issue.code === 'unknown_parameter');
  const detail = `${errors.length} ${errors.length === 1 ? 'field is' : 'fields are'} ${allUnknown ? 'unknown' : 'invalid'}.`;
  return new ApiError(allUnknown ? 'unknown_parameter' : 'validation_failed', { detail, errors });
}

/** Unknown errors are logged and reveal nothing. */
export function toApiError(error: unknown, ctx: Pick<CallContext, 'log' | 'requestId'>): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof TRPCError) return fromTrpc(error, ctx);
  if (error instanceof Error && error.name === 'Overloaded') {
    return new ApiError('overloaded', { headers: { 'Retry-After': '1' } });
  }
  ctx.log.error({ err: error, request_id: ctx.requestId }, 'request failed');
  if ((error instanceof Error && error.name === 'Unavailable') || isOutage(error)) {
    return new ApiError('unavailable', { headers: { 'Retry-After': '1' } });
  }
  return new ApiError('internal_error');
}

function fromTrpc(error: TRPCError, ctx: Pick<CallContext, 'log' | 'requestId'>): ApiError {
  if (error.code === 'BAD_REQUEST' && error.cause instanceof z.ZodError) {
    return validationError(fieldIssues(error.cause, () => 'body', {}));
  }
  if (error.cause && error.cause !== error) return toApiError(error.cause, ctx);
  switch (error.code) {
    case 'PARSE_ERROR':
      return new ApiError('malformed_json');
    case 'NOT_FOUND':
      return new ApiError('route_not_found');
    case 'METHOD_NOT_SUPPORTED':
      return new ApiError('method_not_allowed');
    case 'UNSUPPORTED_MEDIA_TYPE':
      return new ApiError('unsupported_media_type');
    case 'BAD_REQUEST':
      return new ApiError('validation_failed', error.message);
    case 'PAYLOAD_TOO_LARGE':
      return new ApiError('payload_too_large');
    default:
      ctx.log.error({ err: error, request_id: ctx.requestId }, 'request failed');
      return new ApiError('internal_error');
  }
}

export interface ErrorShape extends Omit<TRPCDefaultErrorShape, 'data'> {
  data: Omit<TRPCDefaultErrorShape['data'], 'code'> & { code: ErrorCode; problem?: Problem };
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  request_id: string;
  retryable: boolean;
  errors?: FieldIssue[];
}

export const MAX_INSTANCE = 500;

export function problemOf(error: ApiError, at: { baseUrl: string; instance: string; requestId: string }): Problem {
  const { title, status } = ERRORS[error.code];
  const { errors, extra } = error.details;
  return {
    type: `${at.baseUrl}/user/api/docs/errors#${error.code}`,
    title,
    status,
    detail: error.message,
    instance: at.instance.slice(0, MAX_INSTANCE),
    code: error.code,
    request_id: at.requestId,
    retryable: isRetryable(error.code),
    ...(errors ? { errors } : {}),
    ...extra,
  };
}
