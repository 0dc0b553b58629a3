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
