import { Button } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { ChannelKind } from '../../../../shared/automation/channels/channel-schemas';
import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { Empty } from '../../../ui/states/states';
import { Filters, FilterSelect } from '../../../ui/table/filters';
import { activeFilters, ListBody } from '../../../ui/table/list-body';
import { rowsOf } from '../../../ui/table/load-more';
import { AutomationFrame } from '../frame';
import { useChannels } from '../use-channels';
import { usePublicationUpdates } from '../use-publication-updates';
import { DELIVERY_STATES } from './delivery-list';
import { DeliveryTable } from './delivery-table';
import { DELIVERY_STATUSES, mayRetry, keyIn } from './labels';

const DeliverySheet = lazyWhenIdle(async () => (await import('./delivery-sheet')).DeliverySheet);
const RetryManyDialog = lazyWhenIdle(async () => (await import('./retry-many-dialog')).RetryManyDialog);

const route = getRouteApi('/w/$ws/automation/deliveries');
const PAGE = 50;

export function DeliveriesPage() {
  const trpc = useTRPC();
  const search = route.useSearch();
  const { channel, delivery } = search;
  const status = keyIn(DELIVERY_STATUSES, search.status);
  const navigate = useNavigate({ from: '/w/$ws/automation/deliveries' });
  const mayWrite = useCan()('automation.publications:write');
  const [isAsking, setIsAsking] = useState(false);
  const channels = useChannels().map(({ kind, title }) => ({ value: kind, label: title }));
  const filters = compact({
    status: status && [status],
    channel: channel === undefined ? undefined : [channel as ChannelKind],
  });
  const query = useInfiniteQuery(
    trpc.automation.publication_deliveries.list.infiniteQueryOptions(
      { ...filters, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  usePublicationUpdates();
  const rows = query.data ? rowsOf(query.data) : [];
  const change = (next: { [K in keyof typeof search]?: (typeof search)[K] | undefined }) =>
    void navigate({ search: (old) => compact({ ...old, ...next }), replace: true, resetScroll: false });
  return (
    <AutomationFrame
      title="Deliveries"
      lead="Each publication to each of its recipients: what it waits for, what became of it, and why."
    >
      <Filters>
        <FilterSelect
          label="Status"
          value={status}
          options={DELIVERY_STATES}
          onChange={(next) => change({ status: next })}
        />
        <FilterSelect
          label="Channel"
          value={channel}
          options={channels}
          onChange={(next) => change({ channel: next })}
        />
        <CopyAsCode operation="automation_publication_deliveries_list" input={filters} />
        {mayWrite && rows.some(mayRetry) && (
          <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
            Retry all of these
          </Button>
        )}
      </Filters>
      <ListBody
        query={query}
        {...activeFilters(
          {
            status: status && DELIVERY_STATUSES[status].label,
            channel: channel && (channels.find(({ value }) => value === channel)?.label ?? channel),
          },
          change,
        )}
        empty={
          <Empty icon={IconMailCheck} title="No deliveries yet">
            Each recipient of a publication is a delivery, from the moment it is published.
          </Empty>
        }
      >
        {(shown, footer) => <DeliveryTable rows={shown} currentId={delivery} footer={footer} />}
      </ListBody>
      {delivery !== undefined && (
        <DeliverySheet
          id={delivery}
          ids={rows.map(({ id }) => id)}
          onOpen={(next: string) => change({ delivery: next })}
          onClose={() => change({ delivery: undefined })}
        />
      )}
      {isAsking && <RetryManyDialog filters={filters} onClose={() => setIsAsking(false)} />}
    </AutomationFrame>
  );
}
