import { defineTexts } from '../../../i18n/texts';

export const t = defineTexts(
  {
    signingSecret: 'Signing secret',
    signingSecrets: 'Signing secrets',
    secret: 'Secret',
    current: 'Current',
    replaced: 'Replaced',
    created: 'Created',
    stops: 'Signs until',
    withWebhook: 'The webhook is deleted',
    rotate: 'Rotate secret',
    severalHelp:
      'While several secrets sign, each request has a signature of each. A receiver with any of them can verify it.',
    save: 'Save the signing secret',
    closeUnsaved: 'Close without saving the secret?',
    notShownAgain: 'You will not see this secret again. Rotate the secret to get a new one.',
    close: 'Close',
    cancel: 'Cancel',

    // New secret
    shownOnce: 'Shown once. Your receiver uses it to verify that events come from Switchboard.',
    verify: 'Verify in your receiver',
    saved: 'I’ve saved it',
    noExample:
      'Browsers sign only on https and localhost, so there is no example here. Any Standard Webhooks library verifies with this secret.',
    exampleHelp: 'Run this as is: it verifies a sample event signed with your secret and prints true.',
    programLabel: '{language} that verifies an event',

    // Rotate
    rotateTitle: 'Rotate the secret of “{name}”?',
    rotateHelp: 'Creates a new secret, which is shown once.',
    oldSecrets: 'Keep old secrets signing for',
    stopNow: 'Stop immediately',
    hour: '1 hour',
    day: '24 hours',
    week: '7 days',
    stopNote: 'Receivers that only have the old secret will reject every event immediately.',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
