import { useState } from 'react';

import type { SampleCall } from '../../../../shared/samples';
import { Samples } from '../../../ui/code/samples';
import { Card } from '../../../ui/page';
import { masked } from '../../../ui/secret/secret-field';
import type { Secret } from '../../../ui/secret/store';
import { RunHere } from '../../keys/run-here';
import { EventSelect, USUAL_EVENTS } from './event-select';
import { PublishFields, usePublishBody } from './publish-body';
import { t } from './texts';

const ME: SampleCall = { method: 'GET', path: '/me' };
const DESTINATIONS: SampleCall = { method: 'GET', path: '/destinations', query: { limit: 5 } };

export function Curl({ secret }: { secret: Secret | undefined }) {
  const publish = usePublishBody('cURL');
  const [events, setEvents] = useState(USUAL_EVENTS);
  const shown = secret && { value: secret.value, shown: masked(secret.value) };
  const samples = (call: SampleCall) => <Samples call={call} {...(shown ? { secret: shown } : {})} />;
  return (
    <>
      <Card title={t('checkKey')}>
        <div className="connect-step">
          {samples(ME)}
          {secret && <RunHere call={ME} secret={secret.value} />}
        </div>
      </Card>
      <Card title={t('publish')}>
        <div className="connect-step">
          <p className="dimmed">{t('destinations')}</p>
          {samples(DESTINATIONS)}
          <PublishFields of={publish} />
          {samples({ method: 'POST', path: '/publications', body: publish.body })}
        </div>
      </Card>
      <Card title={t('subscribeStep')}>
        <div className="connect-step">
          <EventSelect value={events} onChange={setEvents} />
          {samples({
            method: 'POST',
            path: '/webhooks',
            body: { url: 'https://hooks.example.com/switchboard', events: [events] },
          })}
        </div>
      </Card>
    </>
  );
}
