import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    title: 'Create a workspace',
    lead: 'A workspace holds its own keys, webhooks, channels and members. Other workspaces cannot see them.',
    leadFirst: 'You are not a member of any workspace. Create one, or ask a colleague to invite you.',
    back: 'Back to {name}',
    create: 'Create workspace',
    name: 'Name',
    example: 'Acme',
    nameMissing: 'Enter a name.',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
