import { defineTexts } from '../../../i18n/texts';

export const t = defineTexts(
  {
    messages: 'Messages',
    sentInAll: 'Sent',
    deliveredRate: 'Delivered',
    readRate: 'Read',
    failed: 'Failed',
    received: 'Received',
    sent: 'Sent only',
    delivered: 'Delivered only',
    read: 'Read',
    sentOverTime: 'Sent messages over time, by their latest status',
    receivedOverTime: 'Received messages over time',
    receivedMessages: 'Received messages',
    none: 'No messages in this period.',
    newestOnly: 'This number has more messages than are counted at once. The chart begins <time></time>.',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
