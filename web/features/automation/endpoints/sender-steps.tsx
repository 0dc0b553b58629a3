import type { EndpointPreset } from '../../../../shared/automation/preset';
import { CodeBlock } from '../../../ui/code/code-block';
import { authLabel, hasSecret, type Endpoint } from './labels';
import { t } from './texts';

import './endpoints.css';

const GUIDED = [
  'github',
  'gitlab',
  'stripe',
  'shopify',
  'woocommerce',
  'standard_webhooks',
  'n8n',
  'zapier',
  'make',
] as const satisfies readonly EndpointPreset[];

export function SenderSteps({ of }: { of: Endpoint }) {
  const guided = GUIDED.find((preset) => preset === of.preset);
  const url = t('theUrl');
  if (guided) {
    const steps = t(`steps_${guided}`, { url, secret: t('theSecret') });
    return (
      <ol className="endpoint-steps">
        {steps.split('\n').map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    );
  }
  return (
    <div className="automation-stack">
      <div className="dimmed">
        {t('sendAnything', { url })} {hasSecret(of.auth) && t('verifiedBy', { auth: authLabel(of.auth) })}
      </div>
      <CodeBlock code={exampleOf(of)} language="bash" label={t('exampleRequest')} />
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
    `  --json '${JSON.stringify({ message: t('exampleMessage') })}'`,
  ].join(' \\\n');
}
