import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { useTRPC } from '../../trpc';
import { CodeBlock } from '../../ui/code/code-block';
import { CopyId } from '../../ui/code/copy';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { DetailList } from '../../ui/detail/detail-list';
import { lazyWhenIdle } from '../../ui/lazy-parts';
import { Card, Page } from '../../ui/page';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content, NotFound } from '../../ui/states/states';
import { Time } from '../../ui/time';
import { EventDeliveries } from './caused-deliveries';
import { EventObject } from './event-object';
import { PreviousNext } from './previous-next';
import { listOf } from './remembered-list';
import { RequestAsCode } from './request-as-code';
import { t } from './texts';

import './activity.css';

const route = getRouteApi('/w/$ws/activity/$id');
const DeliveryView = lazyWhenIdle(
  async () => (await import('../webhooks/deliveries/detail/view')).DeliveryView,
  <Loading shape="text" />,
);
const RequestDetail = lazyWhenIdle(
  async () => (await import('./request-detail')).RequestDetail,
  <Loading shape="text" />,
);

/** One request, event or delivery, by the prefix of its id. */
export function ActivityDetailPage() {
  const { id, ws } = route.useParams();
  const { name } = useWorkspace();
  const trpc = useTRPC();
  const navigate = useNavigate();
  const isRequest = id.startsWith('req_');
  const isEvent = id.startsWith('evt_');
  const isDelivery = id.startsWith('dlv_');
  const list = isEvent
    ? { name: t('allEvents'), to: '/w/$ws/events' }
    : isDelivery
      ? { name: t('allDeliveries'), to: '/w/$ws/deliveries' }
      : { name: t('allRequests'), to: '/w/$ws/activity' };
  const request = useQuery(trpc.request_logs.get.queryOptions({ request_id: id }, { enabled: isRequest }));

  return (
    <Page
      title={t(isEvent ? 'event' : isDelivery ? 'delivery' : 'request')}
      context={name}
      aside={<CopyId id={id} />}
      actions={
        <>
          <PreviousNext id={id} />
          {isEvent && <CopyAsCode operation="events_get" input={{ event_id: id }} />}
          {request.data && <RequestAsCode of={request.data} />}
          <Link to={(listOf(id) ?? list.to) as '/w/$ws/activity'} params={{ ws }} className="copy-button">
            {list.name}
          </Link>
        </>
      }
    >
      {isRequest && (
        <Content query={request} what={t('requestNoun')} loading={<Loading shape="text" />}>
          {(data) => <RequestDetail of={data} />}
        </Content>
      )}
      {isEvent && <EventDetail id={id} />}
      {isDelivery && (
        <Card title={t('summary')}>
          <DeliveryView
            id={id}
            onOpen={(next) => void navigate({ to: '/w/$ws/activity/$id', params: { ws, id: next } })}
          />
        </Card>
      )}
      {!isRequest && !isEvent && !isDelivery && <NotFound what={t('objectOfLogs')} />}
    </Page>
  );
}

function EventDetail({ id }: { id: string }) {
  const trpc = useTRPC();
  const can = useCan();
  const query = useQuery(trpc.events.get.queryOptions({ event_id: id }));
  return (
    <Content query={query} what={t('eventNoun')} loading={<Loading shape="text" />}>
      {(event) => (
        <div className="activity-stack">
          <Card title={<span className="mono">{event.type}</span>}>
            <DetailList>
              <dt>{t('createdAt')}</dt>
              <dd>
                <Time at={event.created_at} />
              </dd>
              <dt>{t('object')}</dt>
              <dd>
                <EventObject data={event.data} />
              </dd>
              <dt>{t('sequence')}</dt>
              <dd className="numbers">{event.sequence}</dd>
            </DetailList>
          </Card>
          <Card title={t('envelope')}>
            <CodeBlock code={JSON.stringify(event, null, 2)} language="json" label={t('envelope')} />
          </Card>
          {can('webhooks:read') && <EventDeliveries id={id} />}
        </div>
      )}
    </Content>
  );
}
