import type { ErrorCode } from '../../../shared/errors';
import type { ApiError } from '../../errors';

const TYPE_OF_STATUS: Record<number, string> = {
  402: 'insufficient_quota',
  403: 'permission_error',
  429: 'rate_limit_error',
};

const CODES: Partial<Record<ErrorCode, string>> = {
  missing_api_key: 'invalid_api_key',
  api_key_expired: 'invalid_api_key',
  api_key_revoked: 'invalid_api_key',
  budget_exceeded: 'insufficient_quota',
  not_found: 'model_not_found',
  rate_limited: 'rate_limit_exceeded',
};

export function openAiError(error: ApiError) {
  const pointer = error.details.errors?.[0]?.pointer;
  return {
    message: error.message.slice(0, 500),
    type: TYPE_OF_STATUS[error.status] ?? (error.status >= 500 ? 'server_error' : 'invalid_request_error'),
    code: error.details.upstreamCode ?? CODES[error.code] ?? error.code,
    param: pointer ? dotted(pointer) : null,
  };
}

/** `/messages/0/role` becomes `messages[0].role`. */
const dotted = (pointer: string): string =>
  pointer
    .slice(1)
    .split('/')
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
