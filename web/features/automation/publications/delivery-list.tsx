import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { Card } from '../../../ui/page';
import { FilterSelect } from '../../../ui/table/filters';
import { activeFilters, ListBody } from '../../../ui/table/list-body';
import { rowsOf } from '../../../ui/table/load-more';
import { DeliveryTable } from './delivery-table';
import { DELIVERY_STATUSES, type Publication, type PublicationDeliveryStatus } from './labels';

const DeliverySheet = lazyWhenIdle(async () => (await import('./delivery-sheet')).DeliverySheet);

const PAGE = 50;
export const DELIVERY_STATES = (Object.keys(DELIVERY_STATUSES) as PublicationDeliveryStatus[]).map((value) => ({
  value,
  label: DELIVERY_STATUSES[value].label,
}));

interface DeliverySearch {
  status?: PublicationDeliveryStatus | undefined;
  delivery?: string | undefined;
}

interface DeliveryListProps {
  of: Publication;
  search: DeliverySearch;
  onChange: (next: DeliverySearch) => void;
}

export function DeliveryList({ of, search, onChange }: DeliveryListProps) {
  const trpc = useTRPC();
  const filters = compact({ publication_id: of.id, status: search.status && [search.status] });
  const query = useInfiniteQuery(
    trpc.automation.publication_deliveries.list.infiniteQueryOptions(
      { ...filters, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  const rows = query.data ? rowsOf(query.data) : [];
  return (
    <Card
      title="Deliveries"
      flush
      actions={
        <>
          <FilterSelect
            label="Status"
            width={130}
            value={search.status}
            options={DELIVERY_STATES}
            onChange={(status) => onChange({ status })}
          />
          <CopyAsCode operation="automation_publication_deliveries_list" input={filters} />
        </>
      }
    >
      <ListBody
        query={query}
        skeleton={3}
        {...activeFilters({ status: search.status && DELIVERY_STATUSES[search.status].label }, onChange)}
        empty={<p className="dimmed pub-none">Deliveries are made when it is published.</p>}
      >
        {(shown, footer) => <DeliveryTable bare rows={shown} currentId={search.delivery} footer={footer} />}
      </ListBody>
      {search.delivery !== undefined && (
        <DeliverySheet
          id={search.delivery}
          ids={rows.map(({ id }) => id)}
          onOpen={(delivery) => onChange({ delivery })}
          onClose={() => onChange({ delivery: undefined })}
        />
      )}
    </Card>
  );
}
