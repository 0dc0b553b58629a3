import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    moreThanBefore: '{percent} more than before',
    lessThanBefore: '{percent} less than before',
    sameAsBefore: 'As before',
    newSinceBefore: '0 before',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
