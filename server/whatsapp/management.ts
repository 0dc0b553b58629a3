import type { ErrorCode } from '../../shared/errors';

/** A provider call must not hold a transaction. */
export const managed = { idempotency: 'apart' } as const;

export const MANAGED_ERRORS = [
  'instance_not_connected',
  'unprocessable',
  'unsupported_by_driver',
  'upstream_error',
  'upstream_timeout',
] as const satisfies readonly ErrorCode[];
