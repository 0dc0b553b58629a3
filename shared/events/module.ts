// No imports: the contract’s central lists, which are below every schema, import these.

export const EVENT_IDS = { event: 'evt' } as const;

export const EVENT_SCOPES = ['events:read'] as const;
