import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    inbox: 'Test inbox',
    disabledUser: 'by a user',
    disabledGone: 'the receiver returned 410',
    disabledFailing: 'too many failures',
    disabledBlocked_target: 'the host resolves to a forbidden address',
    disabledExpired: 'the expiry date was reached',
    percent: '{percent}%',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
