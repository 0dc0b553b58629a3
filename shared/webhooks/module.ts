// No imports: the contract’s central lists, which are below every schema, import these.

export const WEBHOOK_IDS = { webhook: 'whk', delivery: 'dlv', replay: 'rpl' } as const;

export const WEBHOOK_SCOPES = ['webhooks:read', 'webhooks:write'] as const;
