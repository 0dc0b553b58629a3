import type { ErrorCode } from '../../shared/errors';

/** Of operations that ask a provider, which must not hold a transaction. */
export const managed = { surface: 'whatsapp', idempotency: 'apart' } as const;

/** What every one of them can answer with. */
export const MANAGED_ERRORS = [
  'instance_not_connected',
  'unprocessable',
  'unsupported_by_driver',
  'upstream_error',
  'upstream_timeout',
] as const satisfies readonly ErrorCode[];
