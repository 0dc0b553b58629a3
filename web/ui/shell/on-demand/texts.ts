import { defineTexts } from '../../../i18n/texts';

export const t = defineTexts(
  {
    needsRole: 'Your role is <em>{role}</em>. This page needs <em>{needed}</em>: {page}.',
    owners: '{count, plural, one {Owner} other {Owners}}: {names}.',
    shortcuts: 'Keyboard shortcuts',
    shortcutSearch: 'Search and commands',
    shortcutFilter: 'Filter the list',
    shortcutCreate: 'Create, on pages that can',
    shortcutRows: 'Next and previous row',
    shortcutOpen: 'Open the row',
    shortcutCode: 'Copy the API call of the page as code',
    shortcutPause: 'Pause and resume a live list',
    shortcutWalk: 'Next and previous entry',
    shortcutHelp: 'This list',
    goTo: 'Go to {page}',
    shortcutsOff: 'You can turn off single letters in the account menu.',
    yourAccount: 'Your account',
    profile: 'Profile',
    security: 'Security',
    sessions: 'Sessions',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
