import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useTRPC } from '../../../trpc';
import { Detail, DetailList } from '../../../ui/detail/detail-list';
import { formatCount, formatNumber } from '../../../ui/format';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { ConnectionTag } from '../../../ui/live/connection-tag';
import { Card } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Note, Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { authLabel, MODES, PRESET_NAMES, REQUEST_STATUSES, type Endpoint } from './labels';
import { PublicAddress } from './public-address';
import { RequestTable } from './requests/table';
import { SenderSteps } from './sender-steps';

import './endpoints.css';

const RotateDialog = lazyWhenIdle(async () => (await import('./rotate-dialog')).RotateDialog);
const LATEST = 5;

export function EndpointOverview({ of }: { of: Endpoint }) {
  return (
    <div className="automation-columns">
      <div className="automation-stack">
        <NextStep of={of} />
        <Latest of={of} />
        <Card title={`At ${PRESET_NAMES[of.preset] === 'Anything else' ? 'the sender' : PRESET_NAMES[of.preset]}`}>
          <SenderSteps of={of} />
        </Card>
      </div>
      <div className="automation-stack">
        <Address of={of} />
        <Card title="Facts">
          <EndpointFacts of={of} />
        </Card>
      </div>
    </div>
  );
}

function NextStep({ of }: { of: Endpoint }) {
  const { id: ws } = useWorkspace();
  const link = { to: '/w/$ws/automation/endpoints/$endpoint', params: { ws, endpoint: of.id } } as const;
  if (of.status === 'active') {
    if (of.warnings.length === 0) return null;
    return (
      <Note tone="warning">
        The mapping reads {formatCount(of.warnings.length, 'path')} that no sample has:{' '}
        <span className="mono">{of.warnings.map(({ path }) => path).join(', ')}</span>.{' '}
        <Link {...link} search={{ tab: 'mapping' }}>
          Look at the mapping
        </Link>
      </Note>
    );
  }
  if (of.samples === 0 && of.status === 'collecting_samples') {
    return (
      <Note>
        <span className="automation-note" role="status">
          <span>Waiting for the first request: let the sender send one. Nothing is published yet.</span>
          <ConnectionTag />
        </span>
      </Note>
    );
  }
  if (of.mapping === null && of.mode !== 'record') {
    return (
      <Note tone="success">
        <span className="automation-note">
          <span>
            {of.samples > 0 ? `${formatCount(of.samples, 'sample')} received.` : 'No sample yet.'} Now say what of it
            becomes the message.
          </span>
          <Button size="xs" component={Link} {...(link as object)} search={{ tab: 'mapping' } as never}>
            Build the mapping
          </Button>
        </span>
      </Note>
    );
  }
  return (
    <Note tone="warning">
      {of.status === 'paused'
        ? 'Paused: senders are answered 409.'
        : 'Capturing: requests are kept, and nothing is published.'}
    </Note>
  );
}

function Latest({ of }: { of: Endpoint }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const { data } = useQuery(trpc.automation.inbound_requests.list.queryOptions({ endpoint_id: of.id, limit: LATEST }));
  if (!data || data.data.length === 0) return null;
  return (
    <Card
      title="Latest requests"
      actions={
        <Link
          className="copy-button"
          to="/w/$ws/automation/endpoints/$endpoint"
          params={{ ws, endpoint: of.id }}
          search={{ tab: 'requests' }}
        >
          All requests
        </Link>
      }
      flush
    >
      <RequestTable rows={data.data} bare />
    </Card>
  );
}

function Address({ of }: { of: Endpoint }) {
  const mayWrite = useCan()('automation.endpoints:write');
  const [rotates, setRotates] = useState<'token' | 'secret'>();
  const hasToken = of.masked_token !== null;
  return (
    <Card title="Address">
      <div className="automation-stack">
        <PublicAddress of={of} />
        {hasToken && <span className="dimmed">The rest of the token was shown once, when it was made.</span>}
        <div>
          {authLabel(of.auth)}
          {of.masked_secret !== null && (
            <>
              {' '}
              <span className="mono dimmed">{of.masked_secret}</span>
            </>
          )}
        </div>
        {mayWrite && (
          <div className="page-actions">
            {hasToken && (
              <Button size="xs" variant="default" onClick={() => setRotates('token')}>
                New token
              </Button>
            )}
            {of.secrets.length > 0 && (
              <Button size="xs" variant="default" onClick={() => setRotates('secret')}>
                New secret
              </Button>
            )}
          </div>
        )}
      </div>
      {rotates && <RotateDialog of={of} what={rotates} onClose={() => setRotates(undefined)} />}
    </Card>
  );
}

function EndpointFacts({ of }: { of: Endpoint }) {
  const { stats } = of;
  return (
    <DetailList>
      <Detail name="Sender">{PRESET_NAMES[of.preset]}</Detail>
      <Detail name="A request">{MODES[of.mode]}</Detail>
      <Detail name="Taken in 24 h">{formatNumber(stats.accepted_24h)}</Detail>
      <Detail name="Refused in 24 h">{formatNumber(stats.rejected_24h)}</Detail>
      <Detail name="Last request">
        <Time at={stats.last_request_at} />{' '}
        {stats.last_status !== null && (
          <Tag tone={REQUEST_STATUSES[stats.last_status].tone}>{REQUEST_STATUSES[stats.last_status].label}</Tag>
        )}
      </Detail>
      <Detail name="Samples">{formatNumber(of.samples)}</Detail>
      <Detail name="Made">
        <Time at={of.created_at} />
      </Detail>
    </DetailList>
  );
}
