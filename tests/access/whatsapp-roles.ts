const READS = {
  batches: ['list', 'get', 'list_messages'],
  chats: ['list', 'get'],
  contacts: ['list', 'get', 'check', 'resolve', 'get_picture', 'get_about'],
  drivers: ['list'],
  group_invite_links: ['get'],
  group_join_requests: ['list'],
  group_participants: ['list'],
  groups: ['list', 'get', 'preview'],
  labels: ['list', 'get'],
  instances: ['list', 'get', 'get_status', 'get_capabilities'],
  media: ['get'],
  messages: ['list', 'search', 'get', 'list_receipts'],
  profile: ['get'],
  templates: ['list', 'get'],
};

const WRITES = {
  batches: ['create', 'update'],
  calls: ['reject'],
  chats: ['update', 'delete', 'mark_read', 'set_typing'],
  contacts: ['update', 'block', 'unblock'],
  group_invite_links: ['rotate'],
  group_join_requests: ['approve', 'reject'],
  group_participants: ['add', 'remove', 'promote', 'demote'],
  groups: ['create', 'update', 'delete', 'leave', 'join'],
  // Who scans the code takes the number, so to see it is to write.
  instances: [
    'create',
    'update',
    'delete',
    'connect',
    'disconnect',
    'restart',
    'logout',
    'get_qr',
    'create_pairing_code',
    'get_passkey',
    'assert_passkey',
    'confirm_passkey',
  ],
  labels: ['create', 'update', 'delete'],
  media: ['delete', 'retry'],
  messages: ['send', 'edit', 'delete', 'mark_read', 'react', 'forward', 'cancel', 'retry'],
  profile: ['update'],
  sandbox: ['simulate_inbound', 'scan', 'advance', 'reset'],
  templates: ['create', 'sync'],
};

const lines = <W extends string>(verbs: Record<string, string[]>, who: W): Record<string, W> =>
  Object.fromEntries(
    Object.entries(verbs).flatMap(([noun, all]) => all.map((verb) => [`whatsapp.${noun}.${verb}`, who])),
  );

/** Who may call the procedures of the WhatsApp API, one entry each. */
export const WHATSAPP_ROLES = {
  ...lines(READS, 'member or key'),
  ...lines(WRITES, 'developer or key'),
  ...lines({ messages: ['get_stats'] }, 'member'),
};
