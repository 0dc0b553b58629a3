// Apart from `module.ts`, which the first load of the console contains. No imports but from there.
import type { WEBHOOK_SCOPES } from './module';

export const WEBHOOK_SCOPE_LABELS = {
  'webhooks:read': 'List webhooks and their deliveries.',
  'webhooks:write': 'Create, change and test webhooks.',
} as const satisfies Record<(typeof WEBHOOK_SCOPES)[number], string>;

export const WEBHOOK_QUOTAS = {
  webhooks: { label: 'Webhooks', counted: 'webhooks', used: 3, limit: 50 },
} as const;
