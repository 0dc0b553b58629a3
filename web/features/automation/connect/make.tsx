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

const bearer = (key: string): string => `Bearer ${key}`;

/** Make: an HTTP request as module, a custom webhook as trigger. */
export function Make({ secret }: { secret: Secret | undefined }) {
  const { id: ws } = useWorkspace();
  const publish = usePublishBody('Make');
  return (
    <>
      <Reachable tool="Make" />
      <Card title="2. Publish from a scenario">
        <div className="connect-step">
          <PublishFields of={publish} />
          <Steps>
            <li>
              Add the module <em>HTTP</em>, <em>Make a request</em>.
            </li>
            <li>
              Fill its fields; items of earlier modules go into the text.
              <Values>
                <Value name="URL" value={`${location.origin}/api/v1/publications`} />
                <Value name="Method" value="POST" />
                <Value name="Header, name" value="Authorization" />
                <Value
                  name="Header, value"
                  value={bearer(secret?.value ?? 'YOUR_KEY')}
                  shown={bearer(secret ? masked(secret.value) : 'YOUR_KEY')}
                />
                <Value name="Body type" value="Raw" />
                <Value name="Content type" value="application/json" />
                <Value name="Request content" value={JSON.stringify(publish.body)} />
              </Values>
            </li>
            <li>
              Press <em>Run once</em>. The call appears above.
            </li>
          </Steps>
          <p className="dimmed">
            To give no key away, make an{' '}
            <Link to="/w/$ws/automation/endpoints/new" params={{ ws }} search={{ preset: 'make' }}>
              inbound endpoint
            </Link>{' '}
            and send to its address instead: it takes what the scenario has as it is.
          </p>
        </div>
      </Card>
      <Card title="3. Start a scenario by an event">
        <div className="connect-step">
          <Steps>
            <li>
              Begin the scenario with <em>Webhooks</em>, <em>Custom webhook</em>, add one, and copy its address.
            </li>
            <li>Subscribe that address here, then send a test so that Make learns the structure.</li>
          </Steps>
          <CatchHook tool="Make" source="make" example="https://hook.eu1.make.com/…" />
          <Subscribed tool="Make" source="make" />
        </div>
      </Card>
    </>
  );
}
