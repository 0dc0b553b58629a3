import { useNavigate, useSearch } from '@tanstack/react-router';

import { compact } from '../../../search';
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
type Change = { [K in keyof DeliverySearch]: DeliverySearch[K] | undefined };

export const NO_FILTERS: Change = {
  status: undefined,
  trigger: undefined,
  type: undefined,
  webhook: undefined,
  time: undefined,
  after: undefined,
  before: undefined,
};

/** The list’s parameters, and a function that changes some of them and keeps the page’s other parameters. */
export function useDeliverySearch(): [DeliverySearch, (next: Change) => void] {
  const search: DeliverySearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (next: Change) =>
    void navigate({
      to: '.',
      search: ((old: Record<string, unknown>) => compact({ ...old, ...next })) as never,
      replace: true,
      resetScroll: false,
    });
  return [search, change];
}
