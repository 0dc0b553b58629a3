// Apart from `module.ts`, which the first load of the console contains. No imports but from there.
import type { AUTOMATION_SCOPES } from './module';

export const AUTOMATION_SCOPE_LABELS = {
  'automation.endpoints:read': 'List inbound endpoints and the requests that they received.',
  'automation.endpoints:write': 'Create, change and delete inbound endpoints.',
  'automation.inbound:publish': 'Publish to inbound endpoints.',
  'automation.publications:read': 'Read publications.',
  'automation.publications:write': 'Create and publish publications.',
  'automation.rules:read': 'List automation rules and their runs.',
  'automation.rules:write': 'Create, change and delete automation rules.',
} as const satisfies Record<(typeof AUTOMATION_SCOPES)[number], string>;

export const AUTOMATION_QUOTAS = {
  inbound_endpoints: { label: 'Inbound endpoints', counted: 'inbound endpoints', used: 3, limit: 100 },
  automation_rules: { label: 'Rules', counted: 'rules', used: 5, limit: 100 },
} as const;

/** The selector finds events about the object. */
export const AUTOMATION_KEY_RESOURCES = {
  inbound_endpoints: {
    label: 'Only these inbound endpoints',
    prefix: 'iep',
    selector: 'endpoint_ids',
    kinds: ['ak', 'au', 'pk'],
  },
} as const;
