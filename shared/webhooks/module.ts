// No imports: the contract’s central lists, which are below every schema, import these.

export const WEBHOOK_IDS = { webhook: 'whk', delivery: 'dlv', replay: 'rpl' } as const;

export const WEBHOOK_SCOPES = ['webhooks:read', 'webhooks:write'] as const;

/** Separate, so that the shell of the console can omit them. */
export const WEBHOOK_SCOPE_LABELS = {
  'webhooks:read': 'List webhooks and their deliveries.',
  'webhooks:write': 'Create, change and test webhooks.',
} as const satisfies Record<(typeof WEBHOOK_SCOPES)[number], string>;

export const WEBHOOK_QUOTAS = {
  webhooks: { label: 'Webhooks', counted: 'webhooks', used: 3, limit: 50 },
} as const;
