import { ERRORS, isRetryable, type ErrorCode, type FieldIssue } from '../../../shared/errors';

interface Shown {
  detail?: string;
  instance?: string;
  errors?: FieldIssue[];
  required_scopes?: string[];
}

/** Details of an example; other codes show their title. */
const SHOWN: { [code in ErrorCode]?: Shown } = {
  validation_failed: {
    detail: '1 field is invalid.',
    instance: '/api/v1/keys',
    errors: [
      { in: 'body', pointer: '/expires_at', code: 'invalid_value', message: 'Must be 1 minute to 5 years ahead.' },
    ],
  },
  unknown_parameter: {
    detail: '1 field is invalid.',
    instance: '/api/v1/keys',
    errors: [
      { in: 'query', pointer: '/limt', code: 'unknown_parameter', message: 'Is not known. Did you mean limit?' },
    ],
  },
  insufficient_scope: { instance: '/api/v1/keys', required_scopes: ['keys:read'] },
  not_found: { instance: '/api/v1/keys/key_01jd9x3k2mf8v9q4zt7w5b6n0c' },
};

export function exampleOf(code: ErrorCode, origin: string): string {
  const { status, title } = ERRORS[code];
  const { detail, instance = '/api/v1/models', ...more } = SHOWN[code] ?? {};
  const isConsole = 'consoleOnly' in ERRORS[code];
  return JSON.stringify(
    {
      type: `${origin}/user/api/docs/errors#${code}`,
      title,
      status,
      detail: detail ?? title,
      ...(isConsole ? {} : { instance }),
      code,
      request_id: 'req_01jd9x3k2mf8v9q4zt7w5b6n0c',
      retryable: isRetryable(code),
      ...more,
    },
    null,
    2,
  );
}
