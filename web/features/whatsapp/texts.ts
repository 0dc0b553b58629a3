import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    // The frame of an instance
    whatsappInstance: 'WhatsApp instance',
    instance: 'instance',
    tabs: 'Instance',
    allInstances: 'All instances',
    switchInstance: 'Switch instance',
    tab_chats: 'Chats',
    tab_contacts: 'Contacts',
    tab_groups: 'Groups',
    tab_templates: 'Templates',
    tab_batches: 'Batches',
    tab_tester: 'Tester',
    tab_connection: 'Connection',
    tab_settings: 'Settings',
    notSupported: 'Not available with the {driver} driver.',
    addressUnknown: 'Unknown address',
    pairNames: 'Use 1 to 40 letters, digits, dots, underscores or hyphens in names.',
    pairsUnique: 'Each name can be used once.',
    connect: 'Connect',
    notConnected: 'Could not connect {name}',

    // Statuses
    status_created: 'Not started',
    status_pairing: 'Waiting for scan',
    status_connecting: 'Connecting',
    status_connected: 'Connected',
    status_reconnecting: 'Reconnecting',
    status_disconnected: 'Disconnected',
    status_logged_out: 'Logged out',
    status_failed: 'Failed',

    // Ids that do not name their instance
    kind_cnt: 'contact',
    kind_cht: 'chat',
    kind_msg: 'message',
    kind_grp: 'group',
    kind_tpl: 'template',
    kind_bat: 'batch',
    object: 'object',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
