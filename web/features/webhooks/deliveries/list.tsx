import { keepPreviousData, useInfiniteQuery, useQuery, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useEffectEvent, type ReactNode } from 'react';

import { compact } from '../../../search';
import { byCursor, queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import type { LiveUpdate } from '../../../ui/live/live';
import type { Head } from '../../../ui/live/merge';
import type { Column } from '../../../ui/table/data-table';
import type { ActiveFilter } from '../../../ui/table/list-body';
import { rowsOf } from '../../../ui/table/load-more';
import { LiveList } from '../../activity/live-list';
import { labelOfTime, useTimeFilter } from '../../activity/time-filter';
import { nameOf } from '../labels';
import { deliveryColumns } from './columns';
import { DeliveryFilters } from './filters';
import { STATUSES, TRIGGERS, type Delivery } from './labels';
import { NO_FILTERS, useDeliverySearch } from './search';
import { refreshRows } from './update-rows';

const DeliverySheet = lazyWhenIdle(async () => (await import('./sheet')).DeliverySheet);

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
  actions?: ReactNode;
  above?: (rows: readonly Delivery[]) => ReactNode;
}

export function DeliveryList(props: DeliveryListProps) {
  const { webhookId, status: fixed, isPaused = false, empty, leading = [], actions, above } = props;
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
    { ...byCursor, placeholderData: keepPreviousData, refetchOnWindowFocus: false },
  );
  const query = useInfiniteQuery(list);
  const names = useWebhookNames(webhookId === undefined);
  const rows = query.data ? rowsOf(query.data) : [];
  const open = (id: string | undefined) => change({ delivery: id });

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

  return (
    <>
      <DeliveryFilters
        search={search}
        onChange={change}
        hasStatus={fixed === undefined}
        {...(webhookId === undefined ? { webhooks: names } : {})}
      >
        <CopyAsCode operation="webhooks_deliveries_list" input={filters} />
        {actions}
        {!isGlob && (
          <span className="dimmed" role="status">
            A type is written like api_key.revoked or api_key.*
          </span>
        )}
      </DeliveryFilters>
      {above?.(rows)}
      <LiveList
        label="Deliveries"
        columns={[...leading, ...deliveryColumns(webhookId === undefined ? (id) => names.get(id) : undefined)]}
        query={query}
        queryKey={list.queryKey}
        readHead={readHead}
        accepts={acceptsDeliveries}
        isPaused={isPaused}
        active={activeFilters()}
        onClear={() => change(NO_FILTERS)}
        empty={empty}
      />
      {search.delivery !== undefined && (
        <DeliverySheet
          id={search.delivery}
          ids={rows.map(({ id }) => id)}
          onOpen={open}
          onClose={() => open(undefined)}
        />
      )}
    </>
  );

  function activeFilters(): ActiveFilter[] {
    const { trigger, webhook, time } = search;
    return [
      ...(type ? [{ label: type, remove: () => change({ type: undefined }) }] : []),
      ...(search.status && !fixed
        ? [{ label: STATUSES[search.status].label, remove: () => change({ status: undefined }) }]
        : []),
      ...(trigger ? [{ label: TRIGGERS[trigger], remove: () => change({ trigger: undefined }) }] : []),
      ...(webhook && webhookId === undefined
        ? [{ label: names.get(webhook) ?? 'One webhook', remove: () => change({ webhook: undefined }) }]
        : []),
      ...(time
        ? [
            {
              label: labelOfTime(time),
              remove: () => change({ time: undefined, after: undefined, before: undefined }),
            },
          ]
        : []),
    ];
  }
}

export const acceptsDeliveries = (update: LiveUpdate): boolean =>
  update.kind === 'event' ||
  update.kind === 'resumed' ||
  (update.kind === 'signal' && update.topic === 'webhook_delivery');

export function useWebhookNames(isWanted = true): ReadonlyMap<string, string> {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.webhooks.list.queryOptions({ limit: 100 }, { enabled: isWanted }));
  return new Map(data?.data.map((webhook) => [webhook.id, nameOf(webhook)]));
}
