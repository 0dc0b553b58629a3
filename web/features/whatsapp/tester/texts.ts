import { defineTexts } from '../../../i18n/texts';

export const t = defineTexts(
  {
    // Layout
    parts: 'Parts of the tester',
    part_phone: 'Phone',
    part_timeline: 'Timeline',
    part_simulate: 'Simulate',
    notConnected: 'The instance is not connected: messages cannot be sent. <link>Connect</link>',
    nobody: 'No recipient',
    seesTyping: 'sees “{text}…”',
    messages: 'Messages',
    noMessages: 'No messages yet',
    notReceived: 'Could not simulate the message',
    to: 'To',

    // Timeline
    timeline: 'Timeline',
    viewCode: 'View code',
    apiCall: 'API call',
    nothingYet: 'Send a message to follow its delivery.',
    nothingForCode: 'Send or select a message.',
    statuses: 'Statuses',
    receivedAt: 'Received at {time}',
    events: 'Events and webhooks',
    eventsOf: 'Events of the message',
    noEvents: 'No events yet',
    request: 'Request',
    looking: 'Searching…',
    tooMany: 'Couldn’t match this message to one request.',
    fromConsole: 'Sent from the console, without an API key.',

    // First message
    noSandbox: 'This workspace has no sandbox. <link>All instances</link>',
    hello: 'Hello from Switchboard',
    notSent: 'Could not send the message',
    simulatedPhone: 'A simulated phone: it receives and reads your message.',
    messageTo: 'Message to {phone}',
    sendMessage: 'Send message',
    openTester: 'Open tester',

    // What the simulated contacts do
    does_normal: 'Reads messages',
    does_notOnWhatsApp: 'Not on WhatsApp (message fails)',
    does_neverRead: 'Delivered, never read',
    does_unconfirmed: 'No response (unconfirmed)',
    does_windowClosed: '24-hour window closed (templates only)',
    does_rateLimitedOnce: 'Rate limited once, then delivered',
    does_optedOut: 'Opted out (message fails)',
    does_echo: 'Replies with the same text',
    does_reacts: 'Reacts with 👍',
    does_hidden: 'Hidden number, replies',
    does_twice: 'Reply delivered twice',
    does_outOfOrder: 'Receipts in the wrong order',
    does_mediaFailsOnce: 'Replies with an image that fails to load once',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
