import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Card } from '../../../ui/page';
import { masked } from '../../../ui/secret/secret-field';
import type { Secret } from '../../../ui/secret/store';
import { useWorkspace } from '../../../ui/shell/workspace';
import { CatchHook } from './catch-hook';
import { Steps, CopyableValue, CopyableValues } from './copyable-values';
import { LocalAddressWarning } from './local-address-warning';
import { PublishFields, usePublishBody } from './publish-body';
import { SubscriptionCheck } from './subscription-check';

interface Field {
  name: string;
  value: string;
  /** The value is the key with this prefix in front. */
  isKey?: boolean;
}

interface HostedTool {
  name: string;
  source: 'zapier' | 'make';
  flow: string;
  action: ReactNode;
  fill: string;
  tried: string;
  fields: (body: string) => readonly Field[];
  trigger: ReactNode;
  learns: string;
  hook: string;
}

const URL_OF_PUBLISH = `${location.origin}/api/v1/publications`;

const ZAPIER: HostedTool = {
  name: 'Zapier',
  source: 'zapier',
  flow: 'Zap',
  action: (
    <>
      Add the action <em>Webhooks by Zapier</em>, event <em>Custom Request</em>.
    </>
  ),
  fill: 'Fill its fields; fields of the trigger go into the text.',
  tried: 'Test step',
  fields: (body) => [
    { name: 'Method', value: 'POST' },
    { name: 'URL', value: URL_OF_PUBLISH },
    { name: 'Data', value: body },
    { name: 'Headers', value: 'Content-Type | application/json' },
    { name: 'Headers, second line', value: 'Authorization | Bearer', isKey: true },
  ],
  trigger: (
    <>
      Choose the trigger <em>Webhooks by Zapier</em>, event <em>Catch Hook</em>, and copy the address that it shows.
    </>
  ),
  learns: 'knows the fields',
  hook: 'https://hooks.zapier.com/hooks/catch/…',
};

const MAKE: HostedTool = {
  name: 'Make',
  source: 'make',
  flow: 'scenario',
  action: (
    <>
      Add the module <em>HTTP</em>, <em>Make a request</em>.
    </>
  ),
  fill: 'Fill its fields; items of earlier modules go into the text.',
  tried: 'Run once',
  fields: (body) => [
    { name: 'URL', value: URL_OF_PUBLISH },
    { name: 'Method', value: 'POST' },
    { name: 'Header, name', value: 'Authorization' },
    { name: 'Header, value', value: 'Bearer', isKey: true },
    { name: 'Body type', value: 'Raw' },
    { name: 'Content type', value: 'application/json' },
    { name: 'Request content', value: body },
  ],
  trigger: (
    <>
      Begin the scenario with <em>Webhooks</em>, <em>Custom webhook</em>, add one, and copy its address.
    </>
  ),
  learns: 'learns the structure',
  hook: 'https://hook.eu1.make.com/…',
};

function Hosted({ tool, secret }: { tool: HostedTool; secret: Secret | undefined }) {
  const { id: ws } = useWorkspace();
  const { name, source, flow } = tool;
  const publish = usePublishBody(name);
  return (
    <>
      <LocalAddressWarning tool={name} />
      <Card title={`2. Publish from a ${flow}`}>
        <div className="connect-step">
          <PublishFields of={publish} />
          <Steps>
            <li>{tool.action}</li>
            <li>
              {tool.fill}
              <CopyableValues>
                {tool.fields(JSON.stringify(publish.body)).map(({ name: field, value, isKey = false }) => (
                  <CopyableValue
                    key={field}
                    name={field}
                    value={isKey ? `${value} ${secret?.value ?? 'YOUR_KEY'}` : value}
                    {...(isKey ? { shown: `${value} ${secret ? masked(secret.value) : 'YOUR_KEY'}` } : {})}
                  />
                ))}
              </CopyableValues>
            </li>
            <li>
              Press <em>{tool.tried}</em>. The call appears above.
            </li>
          </Steps>
          <p className="dimmed">
            To give no key away, make an{' '}
            <Link to="/w/$ws/automation/endpoints/new" params={{ ws }} search={{ preset: source }}>
              inbound endpoint
            </Link>{' '}
            and send to its address instead: it takes what the {flow} has as it is.
          </p>
        </div>
      </Card>
      <Card title={`3. Start a ${flow} by an event`}>
        <div className="connect-step">
          <Steps>
            <li>{tool.trigger}</li>
            <li>
              Subscribe that address here, then send a test so that {name} {tool.learns}.
            </li>
          </Steps>
          <CatchHook tool={name} source={source} example={tool.hook} />
          <SubscriptionCheck tool={name} source={source} />
        </div>
      </Card>
    </>
  );
}

export const Zapier = ({ secret }: { secret: Secret | undefined }) => <Hosted tool={ZAPIER} secret={secret} />;
export const Make = ({ secret }: { secret: Secret | undefined }) => <Hosted tool={MAKE} secret={secret} />;
