import { defineTexts } from '../../../i18n/texts';

export const t = defineTexts(
  {
    documentation: 'Documentation',
    backTo: 'Back to {name}',
    guides: 'Guides',
    reference: 'API reference',
    errorCodes: 'Error codes',
    signIn: 'Sign in',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
