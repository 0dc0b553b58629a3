import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    moreThanBefore: '{percent} more than before',
    lessThanBefore: '{percent} less than before',
    sameAsBefore: 'No change',
    newSinceBefore: 'from 0',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
