import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    copyRequestId: 'Copy the request ID',
    copyReport: 'Copy report',
    reportCopied: 'Report copied',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
