import { defineTexts } from '../../../i18n/texts';

/** Apart from those of the logs: pages of other features have live lists too. */
export const t = defineTexts(
  {
    newRows: '{count, number} new',
    manyNewRows: '{count, number}+ new',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
