/** Every scope of a key; what each opens is said in `scope-words.ts`, which the shell of the console does without. */
const NAMES = [
  'models:read',
  'ai:invoke',
  'usage:read',
  'keys:read',
  'keys:write',
  'workspace:read',
  'workspace:write',
  'audit:read',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  'whatsapp.instances:read',
  'whatsapp.instances:write',
  'whatsapp.instances:connect',
  'whatsapp.messages:read',
  'whatsapp.messages:send',
  'whatsapp.groups:read',
  'whatsapp.groups:write',
  'whatsapp.contacts:read',
  'whatsapp.contacts:write',
  'whatsapp.templates:read',
  'whatsapp.templates:write',
  'links:read',
  'links:create',
  'links:write',
  'links.analytics:read',
  'links.domains:read',
  'links.domains:write',
  'automation.endpoints:read',
  'automation.endpoints:write',
  'automation.inbound:publish',
  'automation.publications:read',
  'automation.publications:write',
  'automation.rules:read',
  'automation.rules:write',
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

/** Giving one of these needs the password again, and no developer may give them. */
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
/** Each scope once, in the order of the catalogue. */
export const inOrder = (scopes: readonly Scope[]): Scope[] => ALL_SCOPES.filter((scope) => scopes.includes(scope));

/** The scopes that a key of each kind may be given. */
export const SCOPES_OF_KIND: Record<KeyKind, Scope[]> = {
  ak: ALL_SCOPES,
  wa: inOrder([...COMMON, 'ai:invoke', ...inFamily(/^whatsapp\./)]),
  lk: inOrder([...COMMON, ...inFamily(/^links[.:]/)]),
  au: inOrder([...COMMON, 'ai:invoke', ...inFamily(/^automation\./)]),
  pk: ['models:read', 'links:create', 'automation.inbound:publish'],
};

export const ROLES = ['owner', 'admin', 'developer', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Owners manage everybody, admins everybody but owners; so nobody gives a role above their own. */
export const canManage = (actor: Role, role: Role): boolean =>
  actor === 'owner' || (actor === 'admin' && role !== 'owner');

/** What a member may do in the workspace; keys given by a member hold no more than this. */
export const SCOPES_OF_ROLE: Record<Role, ReadonlySet<Scope>> = {
  owner: new Set(ALL_SCOPES),
  admin: new Set(ALL_SCOPES),
  developer: new Set(ALL_SCOPES.filter((scope) => !['keys:write', 'workspace:write', 'audit:read'].includes(scope))),
  viewer: new Set(ALL_SCOPES.filter((scope) => isRead(scope) && !['keys:read', 'audit:read'].includes(scope))),
};
