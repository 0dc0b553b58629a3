import { IconMailCheck, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { ChannelKind } from '../../../../shared/automation/channels/channel-schemas';
import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { activeOf, type FilterChange } from '../../../ui/filter/filter';
import { FilterBar } from '../../../ui/filter/filter-bar';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { Empty } from '../../../ui/states/states';
import { ListBody } from '../../../ui/table/list-body';
import { rowsOf } from '../../../ui/table/load-more';
import { useOverlay } from '../../../ui/use-overlay';
import { AutomationFrame } from '../frame';
import { useChannels } from '../use-channels';
import { usePublicationUpdates } from '../use-publication-updates';
import { DeliveryTable } from './delivery-table';
import { choicesFrom, DELIVERY_STATUSES, mayRetry, keyIn } from './labels';
import { t } from './texts';
import { usePublicationNames } from './use-publication-names';

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
  const choices = [
    { name: 'status', label: t('status'), options: choicesFrom(DELIVERY_STATUSES) },
    {
      name: 'channel',
      label: t('channel'),
      options: useChannels().map(({ kind, title }) => ({ value: kind, label: title })),
    },
  ];
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
  const publicationName = usePublicationNames(rows.map(({ publication_id: id }) => id));
  const sheet = useOverlay('delivery');
  const change = (next: FilterChange) =>
    void navigate({ search: (old) => compact<typeof old>({ ...old, ...next }), replace: true, resetScroll: false });
  return (
    <AutomationFrame
      title={t('allDeliveries')}
      lead={t('deliveriesLead')}
      code={{ operation: 'automation_publication_deliveries_list', input: filters }}
      more={[
        mayWrite &&
          rows.some(mayRetry) && {
            label: t('retryMatching'),
            icon: IconRefresh,
            onClick: () => setIsAsking(true),
          },
      ]}
    >
      <FilterBar
        filters={choices}
        values={{ ...search, status }}
        onChange={change}
        isEmpty={query.data !== undefined && rows.length === 0}
      />
      <ListBody
        query={query}
        {...activeOf(choices, { ...search, status }, change)}
        empty={
          <Empty icon={IconMailCheck} title={t('noDeliveries')}>
            {t('noDeliveriesHelp')}
          </Empty>
        }
      >
        {(shown, footer) => (
          <DeliveryTable rows={shown} currentId={delivery} footer={footer} publicationName={publicationName} />
        )}
      </ListBody>
      {delivery !== undefined && (
        <DeliverySheet id={delivery} ids={rows.map(({ id }) => id)} onOpen={sheet.open} onClose={() => sheet.close()} />
      )}
      {isAsking && <RetryManyDialog filters={filters} onClose={() => setIsAsking(false)} />}
    </AutomationFrame>
  );
}
