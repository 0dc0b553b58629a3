import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    goToSwitchboard: 'Go to Switchboard',
    yourName: 'Your name',
    email: 'Email',
    password: 'Password',
    newPassword: 'New password',
    nameMissing: 'Enter your name.',
    emailMissing: 'Enter your email.',
    passwordMissing: 'Enter a password.',

    // Rules of passwords
    rules: 'Password rules',
    ruleLength: '{min, number} characters or more',
    ruleKnown: 'Not your name or email',
    met: ' (met)',
    notMet: ' (not met)',

    // Set-up
    setupTitle: 'Create the owner account',
    setupLead: 'You’re first. This account will be the administrator and own the first workspace.',
    createAccount: 'Create account',
    workspace: 'Workspace',
    workspaceHelp: 'A workspace holds your keys, webhooks and channels. You can rename it later.',
    workspaceMissing: 'Enter a name for the workspace.',
    myWorkspace: 'My workspace',
    noAccounts: 'Set up Switchboard',
    noAccountsLead: 'No account exists yet.',
    openSetupLink:
      'Open the setup link that the server printed when it started: look for “Create the owner account” in its log. Each start prints a new link, and only the latest one works.',
    bootstrap: 'Create the owner account on the command line: <code>npm start -- bootstrap --help</code>',

    // Sign in
    signIn: 'Sign in',
    signInLead: 'Welcome back.',
    currentPasswordMissing: 'Enter your password.',
    forgotten: 'Forgot your password? Ask an administrator for a reset link.',
    tooManyTries: 'Too many attempts. Try again in {seconds, plural, one {# second} other {# seconds}}.',
    tooManyTriesLater: 'Too many attempts. Try again in a few minutes.',
    wrong: 'Wrong email or password.',

    // Invitations
    invitation: 'Invitation',
    deadInvitation: 'This invitation was already used, revoked or has expired. Ask for a new link.',
    join: 'Join {workspace}',
    invited: '{inviter} invited you to join as <b>{role}</b>.',
    invitedByNobody: 'You are invited to join as <b>{role}</b>.',
    owner: 'Owner',
    admin: 'Admin',
    developer: 'Developer',
    viewer: 'Viewer',
    signedInAs: 'You are signed in as <b>{email}</b>.',
    sentTo: 'This invitation was sent to <b>{email}</b>. Sign in with that account to accept it.',
    accept: 'Accept invitation',
    useOther: 'Use another account',
    createAndJoin: 'Create account and join',
    accountEmail: 'Your account will use this email.',
    haveAccount: 'I already have an account',
    noAccount: 'I don’t have an account',

    // Reset
    setPassword: 'Set password',
    resetTitle: 'Set a new password',
    resetLead: 'You will be signed out in all browsers.',
    deadReset: 'This link is incomplete, was already used or has expired. Ask an administrator for a new one.',
    passwordSet: 'Password set. Sign in with your new password.',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
