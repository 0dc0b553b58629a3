import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { Detail, DetailList } from '../../../ui/detail/detail-list';
import { formatNumber } from '../../../ui/format';
import { BrandIcon } from '../../../ui/icons/brand-icon';
import { ConnectionTag } from '../../../ui/live/connection-tag';
import { Card } from '../../../ui/page';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { StateTag } from '../state-tag';
import { authLabel, modeLabel, presetName, REQUEST_STATUSES, type Endpoint } from './labels';
import { PublicAddress } from './public-address';
import { RequestTable } from './requests/table';
import { SenderSteps } from './sender-steps';
import { t } from './texts';

import './endpoints.css';

const LATEST = 5;

export function EndpointOverview({ of }: { of: Endpoint }) {
  return (
    <div className="automation-columns">
      <div className="automation-stack">
        <NextStep of={of} />
        <Latest of={of} />
        <Card title={of.preset === 'custom' ? t('setUpSender') : t('setUpIn', { name: presetName(of.preset) })}>
          <SenderSteps of={of} />
        </Card>
      </div>
      <div className="automation-stack">
        <Address of={of} />
        <Card title={t('details')}>
          <EndpointDetails of={of} />
        </Card>
      </div>
    </div>
  );
}

function NextStep({ of }: { of: Endpoint }) {
  const { id: ws } = useWorkspace();
  if (of.status === 'active') {
    if (of.warnings.length === 0) return null;
    return (
      <Note tone="warning">
        {t.rich('unknownPaths', {
          count: of.warnings.length,
          paths: () => <span className="mono">{of.warnings.map(({ path }) => path).join(', ')}</span>,
          link: (text) => (
            <Link
              to="/w/$ws/automation/endpoints/$endpoint"
              params={{ ws, endpoint: of.id }}
              search={{ tab: 'mapping' }}
            >
              {text}
            </Link>
          ),
        })}
      </Note>
    );
  }
  if (of.samples === 0 && of.status === 'collecting_samples') {
    return (
      <Note>
        <span className="automation-note" role="status">
          <span>{t('waitingForFirst')}</span>
          <ConnectionTag />
        </span>
      </Note>
    );
  }
  // The page’s button leads to the mapping.
  if (of.mapping === null && of.mode !== 'record') {
    return <Note tone="success">{t('samplesReceived', { count: of.samples })}</Note>;
  }
  return <Note tone="warning">{t(of.status === 'paused' ? 'pausedNote' : 'capturingNote')}</Note>;
}

function Latest({ of }: { of: Endpoint }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const { data } = useQuery(trpc.automation.inbound_requests.list.queryOptions({ endpoint_id: of.id, limit: LATEST }));
  if (!data || data.data.length === 0) return null;
  return (
    <Card
      title={t('latestRequests')}
      actions={
        <Link
          className="copy-button"
          to="/w/$ws/automation/endpoints/$endpoint"
          params={{ ws, endpoint: of.id }}
          search={{ tab: 'requests' }}
        >
          {t('allRequests')}
        </Link>
      }
      flush
    >
      <RequestTable rows={data.data} bare />
    </Card>
  );
}

function Address({ of }: { of: Endpoint }) {
  return (
    <Card title={t('address')}>
      <div className="automation-stack">
        <PublicAddress of={of} />
        {of.masked_token !== null && <span className="dimmed">{t('tokenHidden')}</span>}
      </div>
    </Card>
  );
}

function EndpointDetails({ of }: { of: Endpoint }) {
  const { stats } = of;
  return (
    <DetailList>
      <Detail name={t('source')}>
        <span className="endpoint-sender">
          <BrandIcon brand={of.preset} size={15} /> {presetName(of.preset)}
        </span>
      </Detail>
      <Detail name={t('authentication')}>
        {authLabel(of.auth)} {of.masked_secret !== null && <span className="mono dimmed">{of.masked_secret}</span>}
      </Detail>
      <Detail name={t('onRequest')}>{modeLabel(of.mode)}</Detail>
      <Detail name={t('accepted24h')}>{formatNumber(stats.accepted_24h)}</Detail>
      <Detail name={t('rejected24h')}>{formatNumber(stats.rejected_24h)}</Detail>
      <Detail name={t('lastRequest')}>
        <Time at={stats.last_request_at} />{' '}
        {stats.last_status !== null && <StateTag of={REQUEST_STATUSES[stats.last_status]} />}
      </Detail>
      <Detail name={t('samples')}>{formatNumber(of.samples)}</Detail>
      <Detail name={t('created')}>
        <Time at={of.created_at} />
      </Detail>
    </DetailList>
  );
}
