import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { compact } from '../../../search';
import { useTRPC } from '../../../trpc';
import { CopyId } from '../../../ui/code/copy';
import { DetailList } from '../../../ui/detail/detail-list';
import { formatNumber } from '../../../ui/format';
import { Card } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content, Forbidden } from '../../../ui/states/states';
import { Status } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { InstanceFrame } from '../frame';
import { TYPES } from '../messages/labels';
import { BatchActions } from './batch-actions';
import { BATCH_STATUSES, durationLabel, progressLabel, SHARE_NAMES, SHARES, type Batch } from './labels';
import { BatchPreview } from './preview';
import { Progress } from './progress';
import { Results } from './results';
import { t } from './texts';
import { pollInterval, useBatchUpdates } from './use-batch-updates';

import './batches.css';

const route = getRouteApi('/w/$ws/whatsapp/$instance/batches/$batch');

export function BatchPage() {
  const { instance } = route.useParams();
  const { role } = useWorkspace();
  const mayRead = useCan()('whatsapp.messages:read');
  return (
    <InstanceFrame instanceId={instance} tab="batches">
      {() => (mayRead ? <OneBatch /> : <Forbidden role={role} />)}
    </InstanceFrame>
  );
}

function OneBatch() {
  const trpc = useTRPC();
  const { ws, instance, batch } = route.useParams();
  const query = useQuery(
    trpc.whatsapp.batches.get.queryOptions(
      { instance_id: instance, batch_id: batch },
      { refetchInterval: ({ state }) => pollInterval(state.data ? [state.data] : []) },
    ),
  );
  useBatchUpdates(instance);
  const all = (
    <Link to="/w/$ws/whatsapp/$instance/batches" params={{ ws, instance }} className="copy-button">
      {t('allBatches')}
    </Link>
  );
  return (
    <Content query={query} what={t('batchNoun')} actions={all} loading={<Loading shape="cards" rows={2} />}>
      {(of) => (
        <div className="wa-stack">
          <div>{all}</div>
          <Head of={of} />
          <div className="wa-columns">
            <Results of={of} />
            <Card title={t('message')}>
              <div className="wa-lines">
                <BatchPreview content={of.content} />
                <BatchFacts of={of} />
              </div>
            </Card>
          </div>
        </div>
      )}
    </Content>
  );
}

function Head({ of }: { of: Batch }) {
  const { ws, instance, batch } = route.useParams();
  const { show } = route.useSearch();
  const status = BATCH_STATUSES[of.status];
  return (
    <section className="card card-body batch-head" aria-label={t('progress')}>
      <div className="batch-title">
        <h2>{t('titleTo', { type: TYPES[of.content.type], count: of.counts.total })}</h2>
        <Status tone={status.tone} isUsual={of.status === 'completed'}>
          {status.label}
        </Status>
        <BatchActions of={of} />
      </div>
      <Progress of={of.counts} />
      <div className="visually-hidden" role="status">
        {/* Announces only the end: each receipt would be too much. */}
        {of.status === 'completed' && progressLabel(of.counts)}
      </div>
      <ul className="batch-shares" aria-label={t('byStatus')}>
        {SHARE_NAMES.filter((name) => of.counts[name] > 0).map((name) => (
          <li key={name}>
            <Link
              to="/w/$ws/whatsapp/$instance/batches/$batch"
              params={{ ws, instance, batch }}
              search={compact({ show: show === name ? undefined : name })}
              replace
              resetScroll={false}
              className="batch-share"
              aria-current={show === name ? 'true' : undefined}
            >
              <span className="dot" data-share={name} data-tone={SHARES[name].tone} aria-hidden />
              {SHARES[name].label} <strong>{formatNumber(of.counts[name])}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function BatchFacts({ of }: { of: Batch }) {
  const left = of.status === 'running' ? durationLabel(of.counts.queued, of.rate) : undefined;
  return (
    <DetailList>
      <dt>{t('pace')}</dt>
      <dd>
        {of.rate === null ? t('instancePace') : t('atMostPerMinute', { count: of.rate })}
        {left !== undefined && `, ${t('left', { time: left })}`}
      </dd>
      <dt>{t('created')}</dt>
      <dd>
        <Time at={of.created_at} />
      </dd>
      <dt>{t('ended')}</dt>
      <dd>
        <Time at={of.completed_at} never={t('notYet')} />
      </dd>
      <dt>{t('id')}</dt>
      <dd>
        <CopyId id={of.id} />
      </dd>
    </DetailList>
  );
}
