// Apart from `module.ts`, which the first load of the console contains. No imports but from there.
import type { USAGE_SCOPES } from './module';

export const USAGE_SCOPE_LABELS = {
  'usage:read': 'Read usage and the request log.',
} as const satisfies Record<(typeof USAGE_SCOPES)[number], string>;
