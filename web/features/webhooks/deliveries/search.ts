import { useNavigate, useSearch } from '@tanstack/react-router';

import { compact } from '../../../search';
import type { FilterChange } from '../../../ui/filter/filter';
import type { TimeSearch } from '../../activity/time-filter';
import type { DeliveryStatus, DeliveryTrigger } from './labels';

/** What the address says about a list of deliveries, on whichever page it stands. */
export interface DeliverySearch extends TimeSearch {
  status?: DeliveryStatus;
  trigger?: DeliveryTrigger;
  type?: string;
  webhook?: string;
  delivery?: string;
}

/** The list’s parameters, and a function that changes some of them and keeps the page’s other parameters. */
export function useDeliverySearch(): [DeliverySearch, (next: FilterChange) => void] {
  const search: DeliverySearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (next: FilterChange) =>
    void navigate({
      to: '.',
      search: ((old: Record<string, unknown>) => compact({ ...old, ...next })) as never,
      replace: true,
      resetScroll: false,
    });
  return [search, change];
}
