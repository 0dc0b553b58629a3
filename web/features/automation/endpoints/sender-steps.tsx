import type { ReactNode } from 'react';

import type { EndpointPreset } from '../../../../shared/automation/preset';
import { CodeBlock } from '../../../ui/code/code-block';
import { authLabel, hasSecret, type Endpoint } from './labels';

import './endpoints.css';

const ADDRESS = 'the address of the endpoint';
const SECRET = 'the secret of the endpoint';

const STEPS: Partial<Record<EndpointPreset, readonly ReactNode[]>> = {
  github: [
    'Open the repository or organization: Settings → Webhooks → Add webhook.',
    `Payload URL: ${ADDRESS}. Content type: application/json.`,
    `Secret: ${SECRET}. Choose the events, then Add webhook.`,
    'GitHub sends a ping at once; it shows here as recorded.',
  ],
  gitlab: [
    'Open the project: Settings → Webhooks → Add new webhook.',
    `URL: ${ADDRESS}. Secret token: ${SECRET}.`,
    'Choose the triggers, save, then Test.',
  ],
  stripe: [
    'Open the Dashboard: Developers → Webhooks → Add endpoint.',
    `Endpoint URL: ${ADDRESS}. Choose the events.`,
    'Reveal the signing secret (whsec_…) there, and enter it here under Settings.',
  ],
  shopify: [
    'Open the admin: Settings → Notifications → Webhooks → Create webhook.',
    `Format JSON, URL: ${ADDRESS}.`,
    'The page shows below the list what webhooks are signed with: enter it here under Settings.',
  ],
  woocommerce: [
    'Open WooCommerce → Settings → Advanced → Webhooks → Add webhook.',
    `Status Active, choose a topic, Delivery URL: ${ADDRESS}. Secret: ${SECRET}.`,
    'WooCommerce tries the address when you save; that try is answered and not kept.',
  ],
  standard_webhooks: [
    `Add ${ADDRESS} as an endpoint in the sender’s console.`,
    `Give it ${SECRET}, or enter the one (whsec_…) that it shows you here under Settings.`,
  ],
  n8n: [
    'Add the node HTTP Request to the workflow: method POST, Send Body as JSON.',
    `URL: ${ADDRESS}.`,
    'Run the node once: the request shows here.',
  ],
  zapier: [
    'Add the action Webhooks by Zapier → POST.',
    `URL: ${ADDRESS}. Payload type: json. Fill in Data.`,
    'Test the step: the request shows here.',
  ],
  make: [
    'Add the module HTTP → Make a request: method POST, body type Raw, content type JSON.',
    `URL: ${ADDRESS}.`,
    'Run once: the request shows here.',
  ],
};

export function SenderSteps({ of }: { of: Endpoint }) {
  const steps = STEPS[of.preset];
  if (steps) {
    return (
      <ol className="endpoint-steps">
        {steps.map((step, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- steps stand where they stand
          <li key={at}>{step}</li>
        ))}
      </ol>
    );
  }
  return (
    <div className="automation-stack">
      <div className="dimmed">
        Send JSON, a form or plain text to {ADDRESS}. {hasSecret(of.auth) && `${authLabel(of.auth)} proves who sends.`}
      </div>
      <CodeBlock code={exampleOf(of)} language="bash" label="A request" />
    </div>
  );
}

function exampleOf({ auth, url }: Endpoint): string {
  const proof = {
    url_token: [],
    api_key: [`  -H "Authorization: Bearer $SWITCHBOARD_API_KEY"`],
    header: [`  -H "${auth.mode === 'header' ? auth.header : ''}: $SECRET"`],
    basic: [`  -u "${auth.mode === 'basic' ? auth.username : ''}:$SECRET"`],
    signature: [
      `  -H "${auth.mode === 'signature' && auth.scheme === 'generic_hmac' ? auth.header : 'x-signature'}: $SIGNATURE"`,
    ],
  }[auth.mode];
  return [
    `curl "${url}${auth.mode === 'url_token' ? '/$TOKEN' : ''}"`,
    ...proof,
    `  --json '{"message": "Version 2 is out."}'`,
  ].join(' \\\n');
}
