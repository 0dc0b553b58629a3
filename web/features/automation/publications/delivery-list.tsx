import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { Card } from '../../../ui/page';
import { FilterSelect } from '../../../ui/table/filters';
import { activeFilters, ListBody } from '../../../ui/table/list-body';
import { rowsOf } from '../../../ui/table/load-more';
import { useOverlay } from '../../../ui/use-overlay';
import { DeliveryTable } from './delivery-table';
import { choicesFrom, DELIVERY_STATUSES, type Publication, type PublicationDeliveryStatus } from './labels';
import { t } from './texts';

const DeliverySheet = lazyWhenIdle(async () => (await import('./delivery-sheet')).DeliverySheet);

const PAGE = 50;

interface DeliveryListProps {
  of: Publication;
  search: { status?: PublicationDeliveryStatus | undefined; delivery?: string | undefined };
  onStatus: (status: PublicationDeliveryStatus | undefined) => void;
}

export function DeliveryList({ of, search: { status, delivery }, onStatus }: DeliveryListProps) {
  const trpc = useTRPC();
  const query = useInfiniteQuery(
    trpc.automation.publication_deliveries.list.infiniteQueryOptions(
      { ...compact({ publication_id: of.id, status: status && [status] }), limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  const sheet = useOverlay('delivery');
  const rows = query.data ? rowsOf(query.data) : [];
  const isEmpty = rows.length === 0 && status === undefined;
  return (
    <Card
      title={t('deliveries')}
      flush
      actions={
        !isEmpty && (
          <FilterSelect
            label={t('status')}
            width={130}
            value={status}
            options={choicesFrom(DELIVERY_STATUSES)}
            onChange={onStatus}
          />
        )
      }
    >
      <ListBody
        query={query}
        skeleton={3}
        {...activeFilters({ status: status && DELIVERY_STATUSES[status].label }, () => onStatus(undefined))}
        empty={<p className="dimmed pub-none">{t('noDeliveriesOfThis')}</p>}
      >
        {(shown, footer) => <DeliveryTable bare rows={shown} currentId={delivery} footer={footer} />}
      </ListBody>
      {delivery !== undefined && (
        <DeliverySheet id={delivery} ids={rows.map(({ id }) => id)} onOpen={sheet.open} onClose={() => sheet.close()} />
      )}
    </Card>
  );
}
