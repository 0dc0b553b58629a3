import { TextInput } from '@mantine/core';
import { useState } from 'react';

import { CodeBlock } from '../../../ui/code/code-block';
import { Card } from '../../../ui/page';
import { masked } from '../../../ui/secret/secret-field';
import type { Secret } from '../../../ui/secret/store';
import { Note } from '../../../ui/tag';
import { Steps, CopyableValue, CopyableValues } from './copyable-values';
import { EventSelect, USUAL_EVENTS } from './event-select';
import { PublishFields, usePublishBody } from './publish-body';
import { SubscriptionCheck } from './subscription-check';
import { CREDENTIAL, eventsWorkflow, isPrivate, productionUrl, publishWorkflow, randomPath } from './workflows';

const EXAMPLE_URL = 'https://n8n.example.com';

export function N8n({ secret }: { secret: Secret | undefined }) {
  const publish = usePublishBody('n8n');
  return (
    <>
      <Card title="2. The credential in n8n">
        <Steps>
          <li>
            In n8n open <em>Credentials</em>, <em>Create credential</em>, and choose <em>Bearer Auth</em>.
          </li>
          <li>
            Give it exactly this name, so that the workflows below find it, and paste the key as its token.
            <CopyableValues>
              <CopyableValue name="Name" value={CREDENTIAL} />
              {secret && <CopyableValue name="Bearer Token" value={secret.value} shown={masked(secret.value)} />}
            </CopyableValues>
          </li>
        </Steps>
      </Card>
      <Card title="3. Publish from n8n">
        <div className="connect-step">
          <PublishFields of={publish} />
          <Steps>
            <li>Copy the workflow, open a new one in n8n, and paste it onto the canvas.</li>
            <li>
              Press <em>Execute workflow</em>. The call appears above, and the publication in its list.
            </li>
          </Steps>
          <CodeBlock
            code={publishWorkflow(location.origin, publish.body)}
            language="json"
            label="Workflow that publishes"
          />
          <p className="dimmed">
            Its <span className="mono">Idempotency-Key</span> is the execution: one that n8n tries again publishes once.
          </p>
        </div>
      </Card>
      <EventsCard />
    </>
  );
}

function EventsCard() {
  const [n8nUrl, setN8nUrl] = useState('');
  const [events, setEvents] = useState(USUAL_EVENTS);
  const [path] = useState(randomPath);
  const typed = n8nUrl.trim().replace(/\/+$/, '');
  const isKnown = /^https?:\/\/[^/]/.test(typed) && URL.canParse(typed);
  const base = isKnown ? typed : EXAMPLE_URL;
  return (
    <Card title="4. Be told of events">
      <div className="connect-step">
        <div className="connect-line">
          <TextInput
            label="Where your n8n is"
            placeholder={EXAMPLE_URL}
            inputMode="url"
            spellCheck={false}
            autoComplete="off"
            maxLength={500}
            value={n8nUrl}
            onChange={(event) => setN8nUrl(event.currentTarget.value)}
          />
          <EventSelect value={events} onChange={setEvents} />
        </div>
        {isKnown && isPrivate(typed) && (
          <Note tone="warning">
            This address is of a private network. Webhooks go there only if whoever runs this service allows it:{' '}
            <span className="mono">WEBHOOK_ALLOW_PRIVATE={new URL(typed).hostname}</span>
          </Note>
        )}
        <Steps>
          <li>Copy the workflow and paste it into a new one in n8n.</li>
          <li>
            Save it and switch it to <em>Active</em> (in newer ones: <em>Publish</em>), so that its production address
            listens.
          </li>
          <li>
            Press <em>Execute workflow</em> once: <em>Subscribe</em> makes the webhook here.
          </li>
        </Steps>
        <CodeBlock
          code={eventsWorkflow({ baseUrl: location.origin, n8nUrl: base, events: [events], path })}
          language="json"
          label="Workflow that is told of events"
        />
        <Note tone="info">
          Events go to the production address, <span className="mono">{productionUrl(base, '…')}</span>. The test
          address, <span className="mono">/webhook-test/…</span>, listens only while the editor is open and waits.
        </Note>
        <SubscriptionCheck tool="n8n" source="n8n" />
      </div>
    </Card>
  );
}
