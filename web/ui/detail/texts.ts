import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    newer: 'Newer',
    older: 'Older',
    neighbours: 'Next and previous',
    position: '{at, number} of {total, number}',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
