import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    messages: 'Messages',
    closeMessage: 'Close message',
    noAnswerCame: 'No answer came',
    mayBeDone: 'The change may have been saved. Check before you try again.',
    secondsLeft: '{seconds, number} s left',
    canTryAgain: 'You can try again now.',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
