import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    account: 'Your account',
    profile: 'Profile',
    security: 'Security',
    sessions: 'Sessions',

    // Profile
    name: 'Name',
    nameMissing: 'Enter your name.',
    email: 'Email',
    emailFixed: 'The email of an account can’t be changed yet.',
    since: 'Account created on {day}',
    administrator: 'Instance administrator',
    save: 'Save profile',
    saved: 'Profile saved',

    // Security
    password: 'Password',
    currentPassword: 'Current password',
    newPassword: 'New password',
    currentMissing: 'Enter your current password.',
    newMissing: 'Enter a new password.',
    wrongPassword: 'The current password is wrong.',
    changePassword: 'Change password',
    passwordChanged: 'Password changed',
    othersSignedOut: 'All other browsers were signed out.',
    lastChanged: 'Last changed <time></time>',

    // Sessions
    sessionsLead:
      'Browsers where you are signed in. A session ends after 7 days without use, and after 30 days at the latest.',
    browser: 'Browser',
    thisBrowser: 'This browser',
    ipAddress: 'IP address',
    signedIn: 'Signed in',
    lastSeen: 'Last seen',
    expires: 'Expires',
    actions: 'Actions',
    signOut: 'Sign out',
    signOutOf: 'Sign out {browser}',
    signedOut: 'Session ended',
    notSignedOut: 'The session could not be ended',
    signOutOthers: 'Sign out other browsers',
    signOutOthersTitle: 'Sign out all other browsers?',
    signOutOthersHelp: 'All other sessions end immediately. You stay signed in here.',
    othersEnded: '{count, plural, one {# session} other {# sessions}} ended',
    othersNotEnded: 'The sessions could not be ended',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
