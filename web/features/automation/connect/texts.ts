import { defineTexts } from '../../../i18n/texts';

export const t = defineTexts(
  {
    connect: 'Connect',
    lead: 'Connect n8n, Zapier or Make. Copy and paste each step.',
    tool: 'Tool',
    key: 'key',
    copy: 'Copy',
    copied: 'Copied',
    createKeyStep: '1. Create a key',
    keyLabel: 'Key',
    apiKey: 'API key',
    keyOnce: 'Shown once: only its hash is stored. The key is already in the snippets below.',
    savedIt: 'I’ve saved it',
    noKeyRole: 'Your role can’t create keys. Ask an owner, admin or developer for one.',
    haveKey: 'You can also use an existing key: <link>view API keys</link>.',
    access: 'Access',
    createKey: 'Create key',
    keyNotCreated: 'The key was not created',

    waitingForCall: 'Waiting for the first call with this key…',
    firstCall: 'First call received: <call></call>, status {status}.',
    whatCodeMeans: 'About {code}',
    view: 'View request',

    publishTo: 'To',
    text: 'Text',
    helloFrom: 'Hello from {tool}',
    noDestinations:
      'No destinations yet. Connect a WhatsApp instance or create a webhook, then replace the target with its ID.',
    events: 'Events',
    eventGroups: 'Groups',
    eventTypes: 'Single types',
    localWarning:
      '{tool} calls from the internet, but <address></address> is a private address. Open the console at its public address first, so that the copied snippets work.',

    // Subscriptions
    subscribe: 'Subscribe',
    subscribed: '{tool} is subscribed',
    addressFrom: 'URL from {tool}',
    noWebhookRole: 'Your role can’t create webhooks. Ask an owner, admin or developer.',
    waitingForTool: 'Waiting for {tool} to subscribe…',
    isSubscribed: 'Subscribed: <webhook></webhook>, <events></events>.',
    noDelivery: 'No deliveries yet.',
    lastDelivery: 'Last delivery <time></time>.',

    // n8n
    n8nCredential: '2. Create the credential in n8n',
    n8nOpen: 'In n8n, open <em>Credentials</em>, <em>Create credential</em>, and select <em>Bearer Auth</em>.',
    n8nName: 'Use exactly this name, so that the workflows below find the credential, and paste the key as its token.',
    name: 'Name',
    n8nPublish: '3. Publish from n8n',
    n8nPaste: 'Copy the workflow, open a new one in n8n, and paste it onto the canvas.',
    n8nExecute: 'Click <em>Execute workflow</em>. The call appears above, and the publication in its list.',
    publishWorkflow: 'Workflow that publishes',
    idempotent: 'Retried executions publish once: the <code></code> is the execution.',
    n8nEvents: '4. Subscribe to events',
    n8nUrl: 'URL of your n8n',
    privateN8n:
      'This URL is in a private network. Webhooks reach it only if the operator of this server allows it: <code></code>',
    n8nPasteEvents: 'Copy the workflow and paste it into a new one in n8n.',
    n8nActivate:
      'Save the workflow and set it to <em>Active</em> (in newer versions: <em>Publish</em>), so that its production URL listens.',
    n8nSubscribe: 'Click <em>Execute workflow</em> once: <em>Subscribe</em> creates the webhook here.',
    eventsWorkflow: 'Workflow that receives events',
    productionUrl:
      'Events go to the production URL, <production></production>. The test URL, <test></test>, listens only while the editor is open and waiting.',

    // Zapier and Make
    publishFrom_zapier: '2. Publish from a Zap',
    publishFrom_make: '2. Publish from a scenario',
    startBy_zapier: '3. Start a Zap on an event',
    startBy_make: '3. Start a scenario on an event',
    action_zapier: 'Add the action <em>Webhooks by Zapier</em>, event <em>Custom Request</em>.',
    action_make: 'Add the module <em>HTTP</em>, <em>Make a request</em>.',
    fill_zapier: 'Fill in its fields. Fields of the trigger can be used in the text.',
    fill_make: 'Fill in its fields. Items of earlier modules can be used in the text.',
    tried_zapier: 'Click <em>Test step</em>. The call appears above.',
    tried_make: 'Click <em>Run once</em>. The call appears above.',
    trigger_zapier:
      'Select the trigger <em>Webhooks by Zapier</em>, event <em>Catch Hook</em>, and copy the URL that it shows.',
    trigger_make: 'Start the scenario with <em>Webhooks</em>, <em>Custom webhook</em>, add one, and copy its URL.',
    test_zapier: 'Subscribe that URL here, then send a test so that Zapier knows the fields.',
    test_make: 'Subscribe that URL here, then send a test so that Make learns the structure.',
    withoutKey:
      'To publish without a key, create an <link>inbound endpoint</link> and send to its URL instead: it accepts the data as it is.',

    // cURL
    checkKey: '2. Check the key',
    publish: '3. Publish',
    destinations: 'List where you can publish to:',
    subscribeStep: '4. Subscribe to events',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
