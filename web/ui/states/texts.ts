import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    copyRequestId: 'Copy the request ID',
    copyReport: 'Copy report',
    reportCopied: 'Report copied',
    waitAMoment: 'Wait a moment, then try again.',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
