import { defineTexts } from '../../../i18n/texts';

export const t = defineTexts(
  {
    workspaces: 'Workspaces',
    findWorkspace: 'Find a workspace',
    current: 'current',
    createWorkspace: 'Create workspace',
    accountSettings: 'Account settings',
    letterShortcuts: 'Letter shortcuts',
    on: 'On',
    off: 'Off',
    languageNames: 'Language',
    signOut: 'Sign out',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
