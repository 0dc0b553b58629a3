/** Every scope of a key and what it opens, in the words of the scope picker. */
export const SCOPES = {
  'models:read': 'List the AI models of the workspace.',
  'ai:invoke': 'Call AI models.',
  'usage:read': 'Read usage and the request log.',
  'keys:read': 'List API keys.',
  'keys:write': 'Create, change, rotate and revoke API keys.',
  'workspace:read': 'Read the workspace and its members.',
  'workspace:write': 'Change workspace settings.',
  'audit:read': 'Read the audit log.',
  'events:read': 'Read events of the surfaces that the key reads.',
  'webhooks:read': 'List webhooks and their deliveries.',
  'webhooks:write': 'Create, change and test webhooks.',
  'whatsapp.instances:read': 'List WhatsApp instances.',
  'whatsapp.instances:write': 'Create, change and delete WhatsApp instances.',
  'whatsapp.instances:connect': 'Connect and disconnect WhatsApp instances.',
  'whatsapp.messages:read': 'Read chats, messages and media.',
  'whatsapp.messages:send': 'Send messages and media.',
  'whatsapp.groups:read': 'Read groups.',
  'whatsapp.groups:write': 'Create and change groups.',
  'whatsapp.contacts:read': 'Read contacts and labels.',
  'whatsapp.contacts:write': 'Change contacts and labels.',
  'whatsapp.templates:read': 'List message templates.',
  'whatsapp.templates:write': 'Create and change message templates.',
  'links:read': 'List short links.',
  'links:create': 'Create short links.',
  'links:write': 'Create, change and delete short links.',
  'links.analytics:read': 'Read clicks and their statistics.',
  'links.domains:read': 'List link domains.',
  'links.domains:write': 'Add, change and remove link domains.',
  'automation.endpoints:read': 'List inbound endpoints and what they received.',
  'automation.endpoints:write': 'Create, change and delete inbound endpoints.',
  'automation.inbound:publish': 'Publish to inbound endpoints.',
  'automation.publications:read': 'Read publications.',
  'automation.publications:write': 'Create and publish publications.',
  'automation.rules:read': 'List automation rules and their runs.',
  'automation.rules:write': 'Create, change and delete automation rules.',
  mcp: 'Use the service as an MCP server.',
} as const;

export type Scope = keyof typeof SCOPES;
export const ALL_SCOPES = Object.keys(SCOPES) as [Scope, ...Scope[]];

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
    const read = scope.replace(/:write$/, ':read');
    if (read in SCOPES) all.add(read as Scope);
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

export interface Preset {
  name: string;
  description: string;
  kind: KeyKind;
  scopes: Scope[];
  fullAccess?: true;
}

/** Ready choices of scopes; all but `full` are plain lists at the time of creation. */
export const PRESETS = {
  first_steps: {
    name: 'First steps',
    description: 'Try every channel once, on the sandbox.',
    kind: 'ak',
    scopes: inOrder([
      'models:read',
      'usage:read',
      'events:read',
      'webhooks:write',
      'whatsapp.instances:read',
      'whatsapp.messages:send',
      'links:write',
      'links.analytics:read',
      'automation.publications:write',
    ]),
  },
  full: {
    name: 'Full access',
    description: 'Everything, future scopes too.',
    kind: 'ak',
    scopes: [],
    fullAccess: true,
  },
  read_only: {
    name: 'Read only',
    description: 'Reads everything but keys and audit.',
    kind: 'ak',
    scopes: [...SCOPES_OF_ROLE.viewer],
  },
  whatsapp: { name: 'WhatsApp', description: 'All of WhatsApp.', kind: 'wa', scopes: SCOPES_OF_KIND.wa },
  send_messages: {
    name: 'Send messages only',
    description: 'Sends WhatsApp messages and reads nothing.',
    kind: 'wa',
    scopes: ['models:read', 'whatsapp.messages:send'],
  },
  links: { name: 'Short links', description: 'All of short links.', kind: 'lk', scopes: SCOPES_OF_KIND.lk },
  create_links: {
    name: 'Create links only',
    description: 'Creates short links and reads none.',
    kind: 'lk',
    scopes: ['models:read', 'links:create'],
  },
  automation: { name: 'Automation', description: 'All of automation.', kind: 'au', scopes: SCOPES_OF_KIND.au },
  publish: {
    name: 'Publish only',
    description: 'Publishes to inbound endpoints and reads nothing.',
    kind: 'au',
    scopes: ['models:read', 'automation.inbound:publish'],
  },
} as const satisfies Record<string, Preset>;
export type PresetName = keyof typeof PRESETS;
