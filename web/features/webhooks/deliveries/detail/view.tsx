import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC } from '../../../../trpc';
import { CopyId } from '../../../../ui/code/copy';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Detail, DetailList } from '../../../../ui/detail/detail-list';
import { formatMoment } from '../../../../ui/format';
import { useLiveReload } from '../../../../ui/live/use-live-reload';
import { useCan, useWorkspace } from '../../../../ui/shell/workspace';
import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { Note } from '../../../../ui/tag';
import { Time } from '../../../../ui/time';
import { nameOf } from '../../labels';
import { attemptLabel, NextAttempt, StatusTag } from '../columns';
import { cancelText, mayCancel, mayResend, mayRetry, triggerLabel, type Delivery } from '../labels';
import { useDeliveryActions } from '../use-actions';
import { AttemptList } from './attempts';
import { TextBlock } from './text-block';
import { t } from './texts';

import '../deliveries.css';

const POLL_MS = 5000;

interface DeliveryViewProps {
  id: string;
  onOpen?: (id: string) => void;
}

export function DeliveryView({ id, onOpen }: DeliveryViewProps) {
  const trpc = useTRPC();
  const { deliveries } = trpc.webhooks;
  const query = useQuery(
    deliveries.get.queryOptions(
      { delivery_id: id },
      // A wait ends by time alone, and no signal announces it.
      { refetchInterval: ({ state }) => (state.data && state.data.completed_at === null ? POLL_MS : false) },
    ),
  );
  const log = useQuery(deliveries.list_attempts.queryOptions({ delivery_id: id, limit: 100 }));
  useLiveReload({
    after: (update) => update.kind === 'signal' && update.topic === 'webhook_delivery' && update.ids.includes(id),
    queryKeys: [deliveries.get.queryKey({ delivery_id: id }), deliveries.list_attempts.pathKey()],
  });

  return (
    <Content query={query} what={t('deliveryNoun')} loading={<Loading shape="text" />}>
      {(delivery) => (
        <div className="deliveries-view">
          <Summary of={delivery} {...(onOpen ? { onOpen } : {})} />
          <section aria-label={t('attempts')}>
            <h3>{t('attempts')}</h3>
            <Content query={log} loading={<Loading rows={2} />}>
              {({ data }) => <AttemptList attempts={data} body={delivery.body_text} webhookId={delivery.webhook_id} />}
            </Content>
          </section>
          {delivery.body_text === null ? (
            <div className="dimmed">{t('bodyNotStored')}</div>
          ) : (
            <TextBlock text={delivery.body_text} name={`${delivery.id}.json`} label={t('requestBody')} />
          )}
        </div>
      )}
    </Content>
  );
}

function Summary({ of, onOpen }: { of: Delivery; onOpen?: (id: string) => void }) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const webhook = useQuery(trpc.webhooks.get.queryOptions({ webhook_id: of.webhook_id }));
  return (
    <>
      <div className="deliveries-head">
        <span className="mono deliveries-type">{of.event_type}</span>
        <StatusTag of={of} />
        <NextAttempt of={of} />
      </div>
      <ActionBar of={of} {...(onOpen ? { onOpen } : {})} />
      {of.cancel_reason !== null && <Note tone="neutral">{cancelText(of.cancel_reason)}</Note>}
      <DetailList>
        <Detail name={t('delivery')}>
          <CopyId id={of.id} />
        </Detail>
        <Detail name={t('webhook')}>
          <Link to="/w/$ws/webhooks/$webhook" params={{ ws, webhook: of.webhook_id }}>
            {webhook.data ? nameOf(webhook.data) : of.webhook_id}
          </Link>
        </Detail>
        <Detail name={t('event')}>
          {of.sequence === 0 ? (
            <span className="dimmed">{t('exampleEvent')}</span>
          ) : (
            <Link to="/w/$ws/activity/$id" params={{ ws, id: of.event_id }} className="mono">
              {of.event_id}
            </Link>
          )}
        </Detail>
        <Detail name={t('trigger')}>
          {of.resend_of === null
            ? triggerLabel(of.trigger)
            : t.rich('resendOf', { id: () => <CopyId id={of.resend_of ?? ''} /> })}
        </Detail>
        <Detail name={t('attempt')}>{attemptLabel(of)}</Detail>
        <Detail name={t('created')}>
          <Time at={of.created_at} /> <span className="dimmed">{formatMoment(of.created_at)}</span>
        </Detail>
        {of.completed_at !== null && (
          <Detail name={t('completed')}>
            <Time at={of.completed_at} />
          </Detail>
        )}
      </DetailList>
    </>
  );
}

function ActionBar({ of, onOpen }: { of: Delivery; onOpen?: (id: string) => void }) {
  const mayWrite = useCan()('webhooks:write');
  const { retry, resend, cancel } = useDeliveryActions(onOpen);
  const input = { delivery_id: of.id };
  return (
    <div className="page-actions">
      {mayWrite && mayRetry(of) && (
        <Button size="xs" loading={retry.isPending} onClick={() => retry.mutate(input)}>
          {t('retryNow')}
        </Button>
      )}
      {mayWrite && mayResend(of) && (
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate(input)}>
          {t('resend')}
        </Button>
      )}
      {mayWrite && mayCancel(of) && (
        <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(input)}>
          {t('cancel')}
        </Button>
      )}
      <CopyAsCode
        operation={mayWrite && mayResend(of) ? 'webhooks_deliveries_resend' : 'webhooks_deliveries_get'}
        input={input}
      />
    </div>
  );
}
