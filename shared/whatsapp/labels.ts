// Apart from `module.ts`, which the first load of the console contains. No imports but from there.
import type { WHATSAPP_SCOPES } from './module';

export const WHATSAPP_SCOPE_LABELS = {
  'whatsapp.instances:read': 'List WhatsApp instances.',
  'whatsapp.instances:write': 'Create, change and delete WhatsApp instances.',
  'whatsapp.instances:connect': 'Connect and disconnect WhatsApp instances.',
  'whatsapp.messages:read': 'Read chats, messages and media.',
  'whatsapp.messages:send': 'Send messages and media; change and delete chats.',
  'whatsapp.groups:read': 'Read groups.',
  'whatsapp.groups:write': 'Create and change groups.',
  'whatsapp.contacts:read': 'Read contacts and labels.',
  'whatsapp.contacts:write': 'Change contacts and labels.',
  'whatsapp.templates:read': 'List message templates.',
  'whatsapp.templates:write': 'Create and change message templates.',
} as const satisfies Record<(typeof WHATSAPP_SCOPES)[number], string>;

export const WHATSAPP_QUOTAS = {
  whatsapp_instances: { label: 'WhatsApp instances', counted: 'instances', used: 2, limit: 100 },
  whatsapp_media_bytes: {
    label: 'Stored files',
    counted: 'bytes of stored files',
    used: 7_340_032,
    limit: 10_737_418_240,
  },
  whatsapp_backlog_bytes: {
    label: 'Pending Meta notifications',
    counted: 'bytes of notifications that wait to be processed',
    used: 0,
    limit: 268_435_456,
  },
} as const;

/** The selector finds events about the object. */
export const WHATSAPP_KEY_RESOURCES = {
  whatsapp_instances: {
    label: 'Only these WhatsApp instances',
    prefix: 'wai',
    selector: 'instance_ids',
    kinds: ['ak', 'wa'],
  },
} as const;
