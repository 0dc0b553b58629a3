// No imports: the contract’s central lists, which are below every schema, import these.

export const USAGE_IDS = { request: 'req' } as const;

export const USAGE_SCOPES = ['usage:read'] as const;
