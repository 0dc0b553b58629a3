import { defineTexts } from '../../../../i18n/texts';

export const t = defineTexts(
  {
    // Device
    linkPhone: 'Link a phone',
    linkedDevice: 'Linked device',
    lastSeen: 'Last seen',
    clientName: 'Client name',
    history: 'Earlier messages',
    library: 'Library',
    risksConfirmed: 'Risks confirmed',
    confirmedBy: '<time></time> by <id></id>',
    history_none: 'None',
    history_recent: 'Messages of the last weeks',
    history_full: 'All messages on the phone',
    syncing: 'Importing earlier messages. You can send messages meanwhile.',
    syncingPercent: 'Importing earlier messages: {percent, number}%. You can send messages meanwhile.',

    // Steps
    step_risks: 'Risks',
    step_phone: 'Phone',
    step_test: 'Test message',
    head_risks: 'Read this first',
    head_phone: 'Link the phone',
    head_test: 'Send a test message',
    instance: 'instance',
    leave: 'You can leave this page: <link>the connection page of {name}</link> shows the code too.',
    cloudInstead:
      'Do you write for a business, or do you have an Official Business Account? <link>Use Meta’s Cloud API</link>',
    createAndShow: 'Create and show QR code',
    acknowledge: 'I know the risks of an unofficial client',
    acknowledgeHelp: 'Switchboard stores who confirmed this, and when.',
    name: 'Name',
    nameHelp: 'Unique in the workspace.',
    options: 'Options',
    optionsHint: 'Earlier messages, client name, proxy',
    importHistory: 'Earlier messages to import',
    importHistoryHelp: 'The phone sends them once, when it is linked.',
    clientNameHelp:
      'The operating system in the list of linked devices. Default: Ubuntu. WhatsApp can reject pairing codes for other names.',
    proxy: 'Proxy',
    proxyHelp: 'URL of an HTTP proxy with its credentials, used for the connection and all files.',
    toggleProxy: 'Show or hide the proxy',
    enterName: 'Enter a name.',
    confirmRisks: 'Confirm that you know the risks.',

    // Settings
    saveDevice: 'Save device',
    alwaysOnline: 'Always show as online',
    alwaysOnlineHelp: 'The phone then shows no notifications of new messages.',
    rejectCalls: 'Reject incoming calls',
    rejectCallsHelp: 'The phone stops ringing. Each call is still reported as an event.',
    rejectMessage: 'Message to the caller',
    rejectMessageHelp: 'Sent after a rejected call. Leave empty to send nothing.',
    clientNameChange:
      'The operating system in the list of linked devices. A change takes effect when the phone is linked again. WhatsApp can reject pairing codes for unusual names.',
    historyChange: 'A change takes effect when the phone is linked again.',

    // Test message
    hello: 'Hello from Switchboard',
    linked: 'The phone is linked.',
    linkedAs: 'The phone {phone} is linked.',
    openInstance: 'Open instance',
    enterNumber: 'Enter a phone number.',
    enterText: 'Enter a text.',
    sendTest: 'Send test message',
    to: 'To',
    toHelp: 'The number of someone who expects your message, with its country code.',
    text: 'Text',
    openChat: 'Open chat in tester',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
