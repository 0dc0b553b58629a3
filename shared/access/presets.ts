import { inOrder, SCOPES_OF_KIND, SCOPES_OF_ROLE, type KeyKind, type Scope } from './scopes';

export interface Preset {
  name: string;
  description: string;
  kind: KeyKind;
  scopes: Scope[];
  fullAccess?: true;
}

/** All but `full` are plain lists at the time of creation. */
export const PRESETS = {
  first_steps: {
    name: 'First steps',
    description: 'Try every channel once in the sandbox.',
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
    description: 'All scopes, including future ones.',
    kind: 'ak',
    scopes: [],
    fullAccess: true,
  },
  read_only: {
    name: 'Read only',
    description: 'Reads everything except API keys and the audit log.',
    kind: 'ak',
    scopes: [...SCOPES_OF_ROLE.viewer],
  },
  whatsapp: { name: 'WhatsApp', description: 'Full access to WhatsApp.', kind: 'wa', scopes: SCOPES_OF_KIND.wa },
  send_messages: {
    name: 'Send messages only',
    description: 'Sends WhatsApp messages and reads nothing.',
    kind: 'wa',
    scopes: ['models:read', 'whatsapp.messages:send'],
  },
  links: { name: 'Short links', description: 'Full access to short links.', kind: 'lk', scopes: SCOPES_OF_KIND.lk },
  create_links: {
    name: 'Create links only',
    description: 'Creates short links and reads none.',
    kind: 'lk',
    scopes: ['models:read', 'links:create'],
  },
  automation: { name: 'Automation', description: 'Full access to automation.', kind: 'au', scopes: SCOPES_OF_KIND.au },
  automation_tool: {
    name: 'n8n, Zapier, Make',
    description: 'Publishes and receives events.',
    kind: 'ak',
    scopes: inOrder([
      'models:read',
      'events:read',
      'webhooks:write',
      'whatsapp.instances:read',
      'whatsapp.messages:read',
      'links:create',
      'automation.endpoints:read',
      'automation.inbound:publish',
      'automation.publications:write',
    ]),
  },
  publish: {
    name: 'Publish only',
    description: 'Publishes to inbound endpoints and reads nothing.',
    kind: 'au',
    scopes: ['models:read', 'automation.inbound:publish'],
  },
} as const satisfies Record<string, Preset>;
export type PresetName = keyof typeof PRESETS;
