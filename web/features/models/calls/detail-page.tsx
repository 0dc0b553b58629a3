import { IconReceiptOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';

import { ERRORS, type ErrorCode } from '../../../../shared/errors';
import { labelOf } from '../../../i18n/labels';
import { useTRPC } from '../../../trpc';
import { CopyId } from '../../../ui/code/copy';
import { InlineCode } from '../../../ui/code/inline-code';
import { Detail, DetailList } from '../../../ui/detail/detail-list';
import { formatDuration, formatMoment, formatNumber } from '../../../ui/format';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { Card } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { Note, Status } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { ModelsFrame } from '../frame';
import { useKeyNames } from '../use-key-names';
import { CostCard } from './cost-card';
import { OUTCOME_TONES, sourceOf, type ModelCall } from './labels';
import { t } from './texts';

const VoidCall = lazyWhenIdle(async () => (await import('./void-call')).VoidCall);

const route = getRouteApi('/w/$ws/models/calls/$call');

export function ModelCallPage() {
  const { ws, call } = route.useParams();
  const trpc = useTRPC();
  const mayVoid = useCan()('workspace:write');
  const [isVoiding, setIsVoiding] = useState(false);
  const query = useQuery(trpc.ai.requests.get.queryOptions({ request_id: call }));
  const canVoid = mayVoid && query.data !== undefined && query.data.ended_at !== null && query.data.voided_at === null;
  const all = (
    <Link to="/w/$ws/models/calls" params={{ ws }} className="copy-button">
      {t('allCalls')}
    </Link>
  );
  return (
    <ModelsFrame
      title={t('call')}
      aside={<CopyId id={call} />}
      code={{ operation: 'ai_requests_get', input: { request_id: call } }}
      more={[
        canVoid && {
          label: t('voidCost'),
          icon: IconReceiptOff,
          isDangerous: true,
          onClick: () => setIsVoiding(true),
        },
      ]}
    >
      <Content query={query} what={t('callWord')} loading={<Loading shape="text" />} actions={all}>
        {(of) => (
          <>
            <CallDetails of={of} />
            {isVoiding && <VoidCall of={of} onClose={() => setIsVoiding(false)} />}
          </>
        )}
      </Content>
    </ModelsFrame>
  );
}

function CallDetails({ of }: { of: ModelCall }) {
  const { id: ws } = useWorkspace();
  const { nameOf } = useKeyNames();
  const isAlias = of.model_id !== null && of.model_id !== of.requested_model;
  return (
    <div className="models-stack">
      <Card
        title={<span className="mono models-break">{of.model_id ?? of.requested_model}</span>}
        aside={
          <Status tone={OUTCOME_TONES[of.outcome]} isUsual={of.outcome === 'succeeded'}>
            {t(of.outcome)}
          </Status>
        }
      >
        <p className="models-text">{t(`text_${of.outcome}`)}</p>
        <CallError code={of.error_code} />
        {of.voided_at !== null && <Note>{t.rich('voidedNote', { time: () => <Time at={of.voided_at} /> })}</Note>}
        <DetailList>
          <Detail name={t('started')}>
            <Time at={of.created_at} /> <span className="dimmed">{formatMoment(of.created_at)}</span>
          </Detail>
          <Detail name={t('duration')}>{of.latency_ms === null ? t('running') : formatDuration(of.latency_ms)}</Detail>
          <Detail name={t('firstToken')}>
            {of.first_token_ms === null ? (
              <span className="dimmed">{t('none')}</span>
            ) : (
              formatDuration(of.first_token_ms)
            )}
          </Detail>
          {isAlias && <Detail name={t('requestedModel')}>{of.requested_model}</Detail>}
          <Detail name={t('provider')}>{of.provider_slug ?? <span className="dimmed">{t('noProvider')}</span>}</Detail>
          <Detail name={t('attempts')}>{formatNumber(of.attempts)}</Detail>
          <Detail name={t('endpoint')}>
            <span className="mono">{of.endpoint}</span>
            {of.is_stream && `, ${t('asStream')}`}
          </Detail>
          <Detail name={t('createdBy')}>
            {of.key_id === null ? (
              sourceOf(of.source)
            ) : (
              <Link to="/w/$ws/keys/$key" params={{ ws, key: of.key_id }}>
                {nameOf(of.key_id)}
              </Link>
            )}
          </Detail>
          {of.source === 'api' && (
            <Detail name={t('request')}>
              <Link to="/w/$ws/activity/$id" params={{ ws, id: of.id }}>
                {t('viewInLogs')}
              </Link>
            </Detail>
          )}
        </DetailList>
      </Card>
      <CostCard of={of} />
    </div>
  );
}

function CallError({ code }: { code: string | null }) {
  if (code === null || !(code in ERRORS)) return null;
  const { title, action } = ERRORS[code as ErrorCode];
  return (
    <Note tone="error">
      <Link className="mono" to="/docs/errors" hash={code}>
        {code}
      </Link>{' '}
      {labelOf('errorTitles', code, title)} <InlineCode text={labelOf('errorActions', code, action)} />
    </Note>
  );
}
