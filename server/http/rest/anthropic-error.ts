import type { ErrorCode } from '../../../shared/errors';
import type { ApiError } from '../../errors';

const TYPE_OF_STATUS: Record<number, string> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
};

const TYPES: Partial<Record<ErrorCode, string>> = { overloaded: 'overloaded_error', unavailable: 'overloaded_error' };

export const anthropicError = (error: ApiError) => ({
  type:
    TYPES[error.code] ?? TYPE_OF_STATUS[error.status] ?? (error.status >= 500 ? 'api_error' : 'invalid_request_error'),
  message: error.message.slice(0, 500),
});
