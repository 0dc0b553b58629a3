import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    signInTitle: 'Sign in to continue',
    signInText: 'Your session has ended. What you typed is still here.',
    passwordTitle: 'Enter your password',
    passwordText: 'Confirm it’s you. We won’t ask again for 10 minutes.',
    confirm: 'Confirm',
    signIn: 'Sign in',
    wrongPassword: 'The password is wrong.',
    cancel: 'Cancel',
    email: 'Email',
    password: 'Password',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
