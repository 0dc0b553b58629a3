import { defineTexts } from '../../../../i18n/texts';

export const t = defineTexts(
  {
    // Steps
    connectNumber: 'Connect a number',
    title: 'Connect a Cloud API number',
    step_number: 'Number',
    step_credentials: 'Credentials',
    step_check: 'Review',
    step_webhook: 'Webhook',
    head_number: 'Select the number',
    head_credentials: 'Enter credentials',
    head_check: 'Review',
    head_webhook: 'Set up the webhook at Meta',
    createInstance: 'Create instance',
    next: 'Next',
    back: 'Back',

    // Fields
    name: 'Name',
    nameHelp: 'Unique in the workspace.',
    nameExample: 'Support',
    phoneNumberId: 'Phone number ID',
    phoneNumberIdHelp: 'At Meta under WhatsApp › API Setup. This is not the phone number.',
    accountId: 'WhatsApp Business account ID',
    accountIdHelp: 'On the same page. Optional, required for templates.',
    accessToken: 'Access token',
    accessTokenHelp:
      'Of a system user, with whatsapp_business_messaging and whatsapp_business_management. The token of API Setup expires after a day.',
    appSecret: 'App secret',
    appSecretHelp: 'At Meta under App settings › Basic. Used to verify what Meta sends.',
    sealed: 'Both are stored encrypted and not shown again.',
    account: 'Business account',
    noAccount: 'None (no templates)',
    characters: '{count, plural, one {# character} other {# characters}}',
    verifyToken: 'Verify token',
    verifyTokenHelp: 'Meta sends it back when it verifies the webhook. Generated here; any text without spaces works.',
    checkHelp:
      'The credentials are checked with Meta when you create the instance. A verify token belongs to the app: instances of one app share it.',
    toggleAccessToken: 'Show or hide the access token',
    toggleAppSecret: 'Show or hide the app secret',
    toggleVerifyToken: 'Show or hide the verify token',

    // Checks
    enterName: 'Enter a name.',
    digits: 'Enter the digits shown at Meta.',
    pasteAccessToken: 'Paste the access token.',
    pasteAppSecret: 'Paste the app secret.',
    enterVerifyToken: 'Enter a verify token.',
    noSpaces: 'Remove spaces and line breaks.',

    // Settings
    credentials: 'Meta credentials',
    checkAndSave: 'Check and save',
    noToken: 'No token is stored: the instance cannot connect.',
    endsIn: 'Ends in {hint}. Leave empty to keep it.',
    keepSecret: 'Not shown. Leave empty to keep it.',
    keepVerify: 'Leave empty to keep it. Meta must verify the webhook again after a change.',
    graphVersion: 'Graph API version',
    checkedFirst: 'Meta checks the credentials first. If Meta rejects them, nothing changes.',

    // Webhook
    metaWebhook: 'Meta webhook',
    notVerified: 'Not verified',
    verified: 'Verified',
    notVerifiedHelp:
      'Enter the callback URL and verify token at Meta under WhatsApp › Configuration. Until then, no messages or receipts arrive.',
    callbackUrl: 'Callback URL',
    set: 'Set',
    shownOnce: 'Shown once. Set a new one in the settings.',
    notYet: 'Not yet',
    lastCall: 'Last call from Meta',
    noAccountForTemplates: 'None (required for templates)',
    instance: 'instance',
    tokenNotChanged: 'Could not change the verify token',
    noWebhook: 'This instance has no Meta webhook.',
    fixCredentials: 'Fix credentials',
    howTo:
      'In the app at Meta, open <b>WhatsApp › Configuration</b>, select “Edit” next to “Webhook”, enter both values and press “Verify and save”. Then subscribe to the field <code>messages</code>.',
    copyCallbackUrl: 'Copy callback URL',
    copyVerifyToken: 'Copy verify token',
    hintOnce: 'Ends in {hint}. Shown only once.',
    setOnce: 'Set. Shown only once.',
    newToken: 'Generate a new one',
    waiting: 'Waiting for Meta’s verification. Meta must be able to reach this server by HTTPS.',
    received: 'Verified by Meta <time></time>.',
    later: 'Do this later',
    openInstance: 'Open instance',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
