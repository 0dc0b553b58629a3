import { Link } from '@tanstack/react-router';

import { Card } from '../../../ui/page';
import { masked } from '../../../ui/secret/secret-field';
import type { Secret } from '../../../ui/secret/store';
import { useWorkspace } from '../../../ui/shell/workspace';
import { CatchHook } from './catch-hook';
import { PublishFields, usePublishBody } from './publish-body';
import { Reachable } from './reachable';
import { Subscribed } from './subscribed';
import { Steps, Value, Values } from './values';

const bearer = (key: string): string => `Authorization | Bearer ${key}`;

/** Zapier: a custom request as action, a catch hook as trigger. */
export function Zapier({ secret }: { secret: Secret | undefined }) {
  const { id: ws } = useWorkspace();
  const publish = usePublishBody('Zapier');
  return (
    <>
      <Reachable tool="Zapier" />
      <Card title="2. Publish from a Zap">
        <div className="connect-step">
          <PublishFields of={publish} />
          <Steps>
            <li>
              Add the action <em>Webhooks by Zapier</em>, event <em>Custom Request</em>.
            </li>
            <li>
              Fill its fields; fields of the trigger go into the text.
              <Values>
                <Value name="Method" value="POST" />
                <Value name="URL" value={`${location.origin}/api/v1/publications`} />
                <Value name="Data" value={JSON.stringify(publish.body)} />
                <Value name="Headers" value="Content-Type | application/json" />
                <Value
                  name="Headers, second line"
                  value={bearer(secret?.value ?? 'YOUR_KEY')}
                  shown={bearer(secret ? masked(secret.value) : 'YOUR_KEY')}
                />
              </Values>
            </li>
            <li>
              Press <em>Test step</em>. The call appears above.
            </li>
          </Steps>
          <p className="dimmed">
            To give no key away, make an{' '}
            <Link to="/w/$ws/automation/endpoints/new" params={{ ws }} search={{ preset: 'zapier' }}>
              inbound endpoint
            </Link>{' '}
            and send to its address instead: it takes what the Zap has as it is.
          </p>
        </div>
      </Card>
      <Card title="3. Start a Zap by an event">
        <div className="connect-step">
          <Steps>
            <li>
              Choose the trigger <em>Webhooks by Zapier</em>, event <em>Catch Hook</em>, and copy the address that it
              shows.
            </li>
            <li>Subscribe that address here, then send a test so that Zapier knows the fields.</li>
          </Steps>
          <CatchHook tool="Zapier" source="zapier" example="https://hooks.zapier.com/hooks/catch/…" />
          <Subscribed tool="Zapier" source="zapier" />
        </div>
      </Card>
    </>
  );
}
