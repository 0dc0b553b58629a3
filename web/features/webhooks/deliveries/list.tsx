import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useEffectEvent, type ReactNode } from 'react';

import { compact } from '../../../search';
import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { activeOf } from '../../../ui/filter/filter';
import { FilterBar } from '../../../ui/filter/filter-bar';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { liveQuery } from '../../../ui/live/live-query';
import type { Head } from '../../../ui/live/merge';
import type { Column } from '../../../ui/table/data-table';
import { rowsOf } from '../../../ui/table/load-more';
import { useOverlay } from '../../../ui/use-overlay';
import { LiveList } from '../../activity/live-list';
import { useTimeFilter } from '../../activity/time-filter';
import { deliveryColumns } from './columns';
import { deliveryFilters } from './filters';
import type { Delivery } from './labels';
import { useDeliverySearch } from './search';
import { t } from './texts';
import { refreshRows } from './update-rows';
import { useRowActions } from './use-row-actions';
import { acceptsDeliveries, useWebhookNames } from './webhook-names';

const DeliverySheet = lazyWhenIdle(async () => (await import('./detail/sheet')).DeliverySheet);

const PAGE = 50;
const LIMIT = 100;
const POLL_MS = 5000;
/** A type name or a glob. The schema with the same rule would add zod to this page. */
const TYPE = /^(\*|[a-z][a-z_]*(\.[a-z_]+)*(\.\*)?)$/;

interface DeliveryListProps {
  webhookId?: string;
  status?: Delivery['status'];
  isPaused?: boolean;
  empty: ReactNode;
  leading?: readonly Column<Delivery>[];
  above?: (rows: readonly Delivery[]) => ReactNode;
}

export function DeliveryList(props: DeliveryListProps) {
  const { webhookId, status: fixed, isPaused = false, empty, leading = [], above } = props;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [search, change] = useDeliverySearch();
  const { type } = search;
  const isGlob = type === undefined || TYPE.test(type);
  const status = fixed ?? search.status;
  const filters = compact({
    webhook_id: webhookId ?? search.webhook,
    status: status && [status],
    trigger: search.trigger && [search.trigger],
    event_type: isGlob ? type : undefined,
    ...useTimeFilter(search),
  });
  const list = trpc.webhooks.deliveries.list.infiniteQueryOptions(
    { ...filters, limit: PAGE },
    { ...liveQuery, placeholderData: keepPreviousData },
  );
  const query = useInfiniteQuery(list);
  const names = useWebhookNames(webhookId === undefined);
  const rows = query.data ? rowsOf(query.data) : [];
  const drawer = useOverlay('delivery');
  const actions = useRowActions();

  // Rows change as attempts proceed; the live list alone looks only for new rows.
  const readHead = async () => {
    const head = await client.webhooks.deliveries.list.query({ ...filters, limit: LIMIT });
    if (!isPaused) {
      queryClient.setQueryData<InfiniteData<Head<Delivery>>>(list.queryKey, (old) =>
        old ? refreshRows(old, head) : old,
      );
    }
    return head;
  };
  // A wait ends by time alone, and no signal announces it.
  const isWaiting = !isPaused && rows.some(({ status: state }) => state === 'pending' || state === 'in_flight');
  const reread = useEffectEvent(() => void readHead().catch(() => undefined));
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(reread, POLL_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);

  const choices = deliveryFilters({
    hasStatus: fixed === undefined,
    webhooks: webhookId === undefined ? names : undefined,
  });

  return (
    <>
      <FilterBar
        filters={choices}
        values={{ ...search }}
        onChange={change}
        isEmpty={query.data !== undefined && rows.length === 0}
      >
        <CopyAsCode operation="webhooks_deliveries_list" input={filters} />
        {!isGlob && (
          <span className="dimmed" role="status">
            {t('typeHint')}
          </span>
        )}
      </FilterBar>
      {above?.(rows)}
      <LiveList
        label={t('deliveries')}
        columns={[...leading, ...deliveryColumns(webhookId === undefined ? (id) => names.get(id) : undefined)]}
        query={query}
        queryKey={list.queryKey}
        readHead={readHead}
        accepts={acceptsDeliveries}
        isPaused={isPaused}
        {...activeOf(choices, { ...search }, change)}
        empty={empty}
        actions={actions}
        nameOf={({ event_type: eventType }) => eventType}
      />
      {search.delivery !== undefined && (
        <DeliverySheet
          id={search.delivery}
          ids={rows.map(({ id }) => id)}
          onOpen={drawer.open}
          onClose={() => drawer.close()}
        />
      )}
    </>
  );
}
