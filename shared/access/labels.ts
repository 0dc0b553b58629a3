// Apart from `module.ts`, which the first load of the console contains. No imports but from there.
import type { ACCESS_SCOPES } from './module';

export const ACCESS_SCOPE_LABELS = {
  'keys:read': 'List API keys.',
  'keys:write': 'Create, change, rotate and revoke API keys.',
  'workspace:read': 'Read the workspace and its members.',
  'workspace:write': 'Change workspace settings.',
  'audit:read': 'Read the audit log.',
} as const satisfies Record<(typeof ACCESS_SCOPES)[number], string>;

export const ACCESS_QUOTAS = {
  api_keys: { label: 'Active API keys', counted: 'active keys', used: 4, limit: 100 },
} as const;
