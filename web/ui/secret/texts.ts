import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    visibleFor: 'Available here for {minutes, number} min.',
    keepVisible: 'Keep for 10 more min',
    hiddenSoon:
      'The secret will be removed from this page in 2 minutes. Select Keep for 10 more min to keep it longer.',
    hidden: '{label} hidden',
    wasVisible: 'It was visible for {minutes, number} minutes.',
    answerLost: '{label}: no answer came',
    shownOnce: 'It was created, but its secret is shown only once and is lost. {remedy}',
    rotate: 'Rotate it to get a new one.',
    show: 'Show',
    hide: 'Hide',
    copied: 'Copied',
    copyThis: 'Copy {label}',
    downloadEnv: 'Download .env',
    onlyHash: 'Only its hash is stored.',
    leaveTitle: 'Leave without saving the {label}?',
    leave: 'Leave',
    copyAndLeave: 'Copy and leave',
    notAgain: 'You won’t see this {label} again. {why}',
    notCopied: 'The {label} was not copied',
    onClipboard: 'The {label} is on the clipboard',
    keyBegins: 'A key begins with sb_.',
    keyLength: 'This key is incomplete: a key has 44 characters.',
    keyTypo: 'This key has a typo.',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
