// No imports: the contract’s central lists, which are below every schema, import these.

export const ACCESS_IDS = {
  user: 'usr',
  session: 'ses',
  workspace: 'ws',
  member: 'mem',
  invitation: 'inv',
  key: 'key',
  audit: 'aud',
} as const;

export const ACCESS_SCOPES = ['keys:read', 'keys:write', 'workspace:read', 'workspace:write', 'audit:read'] as const;

/** Separate, so that the shell of the console can omit them. */
export const ACCESS_SCOPE_LABELS = {
  'keys:read': 'List API keys.',
  'keys:write': 'Create, change, rotate and revoke API keys.',
  'workspace:read': 'Read the workspace and its members.',
  'workspace:write': 'Change workspace settings.',
  'audit:read': 'Read the audit log.',
} as const satisfies Record<(typeof ACCESS_SCOPES)[number], string>;

export const ACCESS_QUOTAS = {
  api_keys: { label: 'Working API keys', counted: 'active keys', used: 4, limit: 100 },
} as const;
