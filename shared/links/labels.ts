// Apart from `module.ts`, which the first load of the console contains. No imports but from there.
import type { LINK_SCOPES } from './module';

export const LINK_SCOPE_LABELS = {
  'links:read': 'List short links.',
  'links:create': 'Create short links.',
  'links:write': 'Create, change and delete short links.',
  'links.analytics:read': 'Read clicks and their statistics.',
  'links.domains:read': 'List link domains.',
  'links.domains:write': 'Add, change and remove link domains.',
} as const satisfies Record<(typeof LINK_SCOPES)[number], string>;

export const LINK_QUOTAS = {
  links: { label: 'Short links', counted: 'short links', used: 1280, limit: 1_000_000 },
  link_domains: { label: 'Link domains', counted: 'link domains', used: 1, limit: 50 },
  link_tags: { label: 'Link tags', counted: 'link tags', used: 12, limit: 5000 },
} as const;

/** The selector finds events about the object. */
export const LINK_KEY_RESOURCES = {
  link_domains: {
    label: 'Only these link domains',
    prefix: 'dom',
    selector: 'domain_ids',
    kinds: ['ak', 'lk', 'pk'],
  },
} as const;
