import { defineTexts } from '../../../i18n/texts';

export const t = defineTexts(
  {
    inbox: 'Test inbox',
    n8nTestUrl: 'Test URL of n8n: it listens only while the editor is open. Use the production URL.',
    plainHttp: 'Unencrypted (http): events can be read in transit.',
    webhook: 'Webhook',
    paused: 'Paused',
    disabled: 'Disabled',
    healthy: 'Healthy',
    unstable: 'Unstable',
    failing: 'Failing',
    noEventsYet: 'No events yet',
    forDuration: 'for {duration}',
    attemptsFail: 'some attempts fail',
    arePending: 'deliveries are pending',
    disabledNote:
      'Disabled <time></time>. New events are not delivered. Enable the webhook, then replay what it missed.',
    disabledNoteBy:
      'Disabled <time></time>: {reason}. New events are not delivered. Enable the webhook, then replay what it missed.',
    pausedNote: 'Paused. Deliveries are pending until you enable the webhook.',
    failingNote: 'Failing for {duration}. {failure}',
    failingPlain: 'Failing for {duration}.',
    unstableNote:
      'Unstable: the last attempt succeeded, but many recent attempts failed. The last day’s success rate is {rate}.',
    breakerOpen: 'Deliveries are paused; next attempt {when}.',
    breakerOpenSoon: 'Deliveries are paused.',
    breakerProbing: 'One delivery is being tried; the others follow when it succeeds.',
    seeDeliveries: 'See deliveries',
    sendNow: 'Send now',
    leftOut:
      'This {what, select, rule {rule} other {webhook}} does not receive {count, plural, one {# event type} other {# event types}} of its events, because {scopes, plural, one {the scope} other {the scopes}} <code>{names}</code> was missing when the events were selected. Not received: <code>{types}</code>',
    receiveTypes: 'Receive these types',
    receivesTypes: 'The webhook receives these event types',
    eventsNotChanged: 'The events were not changed',
    deliveries: 'Deliveries',
    enable: 'Enable',
    nonePending: 'None pending',
    onceEnabled: 'When the webhook is enabled',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
