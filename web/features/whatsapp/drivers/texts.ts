import { defineTexts } from '../../../i18n/texts';

export const t = defineTexts(
  {
    notOnServer: 'This server does not have the driver.',
    copyCommand: 'Copy command',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
