import { TextInput } from '@mantine/core';
import { useState } from 'react';

import { CodeBlock } from '../../../ui/code/code-block';
import { Card } from '../../../ui/page';
import { masked } from '../../../ui/secret/secret-field';
import type { Secret } from '../../../ui/secret/store';
import { Note } from '../../../ui/tag';
import { CopyableValue, CopyableValues, em, Steps } from './copyable-values';
import { EventSelect, USUAL_EVENTS } from './event-select';
import { PublishFields, usePublishBody } from './publish-body';
import { SubscriptionCheck } from './subscription-check';
import { t } from './texts';
import { CREDENTIAL, eventsWorkflow, isPrivate, productionUrl, publishWorkflow, randomPath } from './workflows';

const EXAMPLE_URL = 'https://n8n.example.com';

export function N8n({ secret }: { secret: Secret | undefined }) {
  const publish = usePublishBody('n8n');
  return (
    <>
      <Card title={t('n8nCredential')}>
        <Steps>
          <li>{t.rich('n8nOpen', { em })}</li>
          <li>
            {t('n8nName')}
            <CopyableValues>
              <CopyableValue name={t('name')} value={CREDENTIAL} />
              {secret && <CopyableValue name="Bearer Token" value={secret.value} shown={masked(secret.value)} />}
            </CopyableValues>
          </li>
        </Steps>
      </Card>
      <Card title={t('n8nPublish')}>
        <div className="connect-step">
          <PublishFields of={publish} />
          <Steps>
            <li>{t('n8nPaste')}</li>
            <li>{t.rich('n8nExecute', { em })}</li>
          </Steps>
          <CodeBlock
            code={publishWorkflow(location.origin, publish.body)}
            language="json"
            label={t('publishWorkflow')}
          />
          <p className="dimmed">
            {t.rich('idempotent', { code: () => <span className="mono">Idempotency-Key</span> })}
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
    <Card title={t('n8nEvents')}>
      <div className="connect-step">
        <div className="connect-line">
          <TextInput
            label={t('n8nUrl')}
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
            {t.rich('privateN8n', {
              code: () => <span className="mono">WEBHOOK_ALLOW_PRIVATE={new URL(typed).hostname}</span>,
            })}
          </Note>
        )}
        <Steps>
          <li>{t('n8nPasteEvents')}</li>
          <li>{t.rich('n8nActivate', { em })}</li>
          <li>{t.rich('n8nSubscribe', { em })}</li>
        </Steps>
        <CodeBlock
          code={eventsWorkflow({ baseUrl: location.origin, n8nUrl: base, events: [events], path })}
          language="json"
          label={t('eventsWorkflow')}
        />
        <Note tone="info">
          {t.rich('productionUrl', {
            production: () => <span className="mono">{productionUrl(base, '…')}</span>,
            test: () => <span className="mono">/webhook-test/…</span>,
          })}
        </Note>
        <SubscriptionCheck tool="n8n" source="n8n" />
      </div>
    </Card>
  );
}
