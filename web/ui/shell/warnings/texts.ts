import { defineTexts } from '../../../i18n/texts';

export const t = defineTexts(
  {
    warnings: 'Warnings',
    openKey: 'Open the key',
    openWebhook: 'Open the webhook',
    openRule: 'Open the rule',
    serverUnreachable: 'Server unreachable',
    serverAway: 'Switchboard does not answer.',
    tryingAgain: 'Trying again in {seconds, number} s.',
    installationFailing: 'Installation failing',
    firstSeen: '{message} (first seen {time}).',
    suspended: 'Suspended',
    suspendedText: 'This workspace is read-only, and its keys are rejected.',
    reason: 'Reason: {reason}',
    plainHttp: 'Plain http',
    plainHttpText:
      'Passwords, cookies and keys can be read in transit. Use TLS in front of the server and set BASE_URL.',
    webhookDisabled: 'Webhook disabled',
    webhookFailing: 'Webhook failing',
    webhookDisabledText: '“{name}” was disabled and receives no events.',
    webhookFailingText: '“{name}” keeps failing.',
    moreWebhooks: '{count, plural, one {# more needs attention.} other {# more need attention.}}',
    ruleDisabled: '{count, plural, one {Rule disabled} other {Rules disabled}}',
    ruleDisabledText: '“{name}” was disabled and does not run.',
    moreRules: '{count, plural, one {# more is disabled.} other {# more are disabled.}}',
    keyExpires: '{count, plural, one {Key expires} other {Keys expire}}',
    keyExpiresText: '“{name}” stops working {time}.',
    moreKeys: '{count, plural, one {# more} other {# more}} within 7 days.',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
