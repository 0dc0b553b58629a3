import { defineTexts } from '../../../i18n/texts';

export const t = defineTexts(
  {
    lead: 'Each instance is one WhatsApp number (Cloud API or a linked phone) or a sandbox.',
    createInstance: 'Create instance',
    find: 'Find by name',
    findWords: 'Search all messages',
    status: 'Status',
    driver: 'Driver',
    example: 'Support',
    empty: 'No instances yet',
    emptyHelp:
      'An instance sends and receives for one WhatsApp number. Start with a sandbox: no phone or Meta account needed.',
    noNumber: 'No number yet',
    sending: 'Sending',
    notConnected: 'Not connected',
    queued: 'Queued',
    unconfirmed: 'Unconfirmed',
    problem: '{text}.',
    problemUntil: '{text}; ends <time></time>.',
    openConnection: 'Open',
    open: 'Open {name}',
    pair: 'Pair',
    fixCredentials: 'Fix credentials',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
