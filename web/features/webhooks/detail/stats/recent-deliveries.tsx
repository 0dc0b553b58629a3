import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { useTRPC } from '../../../../trpc';
import { lazyWhenIdle } from '../../../../ui/lazy-parts';
import { useLiveReload } from '../../../../ui/live/use-live-reload';
import { Card } from '../../../../ui/page';
import { useWorkspace } from '../../../../ui/shell/workspace';
import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { DataTable } from '../../../../ui/table/data-table';
import { useOverlay } from '../../../../ui/use-overlay';
import { deliveryColumns } from '../../deliveries/columns';
import { useRowActions } from '../../deliveries/use-row-actions';
import { acceptsDeliveries } from '../../deliveries/webhook-names';
import { t } from './texts';

const DeliverySheet = lazyWhenIdle(async () => (await import('../../deliveries/detail/sheet')).DeliverySheet);

const route = getRouteApi('/w/$ws/webhooks/$webhook');
const SHOWN = 8;

export function RecentDeliveries({ webhookId }: { webhookId: string }) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const { delivery } = route.useSearch();
  const drawer = useOverlay('delivery');
  const actions = useRowActions();
  const list = trpc.webhooks.deliveries.list.queryOptions({ webhook_id: webhookId, limit: SHOWN });
  const query = useQuery(list);
  useLiveReload({ after: acceptsDeliveries, queryKeys: [list.queryKey], everyMs: 1000 });

  return (
    <Card
      title={t('recentDeliveries')}
      actions={
        <Link
          to="/w/$ws/webhooks/$webhook"
          params={{ ws, webhook: webhookId }}
          search={{ tab: 'deliveries' }}
          className="copy-button"
        >
          {t('viewAll')}
        </Link>
      }
      flush
    >
      <Content query={query} loading={<Loading rows={4} />}>
        {({ data }) =>
          data.length === 0 ? (
            <div className="card-body dimmed">{t('noDeliveries')}</div>
          ) : (
            <DataTable
              bare
              label={t('recentDeliveries')}
              columns={deliveryColumns()}
              rows={data}
              rowKey={({ id }) => id}
              actions={actions}
              nameOf={({ event_type: type }) => type}
            />
          )
        }
      </Content>
      {delivery !== undefined && (
        <DeliverySheet
          id={delivery}
          ids={query.data?.data.map(({ id }) => id) ?? []}
          onOpen={drawer.open}
          onClose={() => drawer.close()}
        />
      )}
    </Card>
  );
}
