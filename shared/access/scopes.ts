import { AI_SCOPES } from '../ai/module';
import { AUTOMATION_SCOPES } from '../automation/module';
import { EVENT_SCOPES } from '../events/module';
import { LINK_SCOPES } from '../links/module';
import { USAGE_SCOPES } from '../usage/module';
import { WEBHOOK_SCOPES } from '../webhooks/module';
import { WHATSAPP_SCOPES } from '../whatsapp/module';
import { ACCESS_SCOPES } from './module';

const NAMES = [
  ...AI_SCOPES,
  ...USAGE_SCOPES,
  ...ACCESS_SCOPES,
  ...EVENT_SCOPES,
  ...WEBHOOK_SCOPES,
  ...WHATSAPP_SCOPES,
  ...LINK_SCOPES,
  ...AUTOMATION_SCOPES,
  'mcp',
] as const;

export type Scope = (typeof NAMES)[number];
export const ALL_SCOPES: [Scope, ...Scope[]] = [...NAMES];

export const KEY_KINDS = {
  ak: 'Workspace',
  wa: 'WhatsApp',
  lk: 'Short links',
  au: 'Automation',
  pk: 'Publishable',
} as const;
export type KeyKind = keyof typeof KEY_KINDS;

/** Only owners and admins may give these scopes, after a step-up. */
export const isAdminScope = (scope: Scope): boolean => /^(keys:|workspace:|audit:)/.test(scope);

const isRead = (scope: Scope): boolean => scope.endsWith(':read');

/** `write` includes `read` of the same resource, and `links:write` includes `links:create`. */
export function expandScopes(scopes: readonly Scope[]): Set<Scope> {
  const all = new Set(scopes);
  for (const scope of scopes) {
    if (!scope.endsWith(':write')) continue;
    const read = scope.replace(/:write$/, ':read') as Scope;
    if (ALL_SCOPES.includes(read)) all.add(read);
    if (scope === 'links:write') all.add('links:create');
  }
  return all;
}

const COMMON: readonly Scope[] = ['models:read', 'usage:read', 'events:read', 'webhooks:read', 'webhooks:write', 'mcp'];
const inFamily = (family: RegExp): Scope[] => ALL_SCOPES.filter((scope) => family.test(scope));
export const inOrder = (scopes: readonly Scope[]): Scope[] => ALL_SCOPES.filter((scope) => scopes.includes(scope));

export const SCOPES_OF_KIND: Record<KeyKind, Scope[]> = {
  ak: ALL_SCOPES,
  wa: inOrder([...COMMON, 'ai:invoke', ...inFamily(/^whatsapp\./)]),
  lk: inOrder([...COMMON, ...inFamily(/^links[.:]/)]),
  au: inOrder([...COMMON, 'ai:invoke', ...inFamily(/^automation\./)]),
  pk: ['models:read', 'links:create', 'automation.inbound:publish'],
};

export const ROLES = ['owner', 'admin', 'developer', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Owners manage everyone, admins everyone but owners, so that no member gives a role above their own. */
export const canManage = (actor: Role, role: Role): boolean =>
  actor === 'owner' || (actor === 'admin' && role !== 'owner');

/** Also bounds the keys that a member creates. */
export const SCOPES_OF_ROLE: Record<Role, ReadonlySet<Scope>> = {
  owner: new Set(ALL_SCOPES),
  admin: new Set(ALL_SCOPES),
  developer: new Set(ALL_SCOPES.filter((scope) => !['keys:write', 'workspace:write', 'audit:read'].includes(scope))),
  viewer: new Set(ALL_SCOPES.filter((scope) => isRead(scope) && !['keys:read', 'audit:read'].includes(scope))),
};
