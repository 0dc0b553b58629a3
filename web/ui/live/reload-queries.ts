import type { QueryKey } from '@tanstack/react-query';

import { queryClient } from '../../trpc';

/** A first load in flight may have read before the change, and an invalidation does not restart it. */
export async function reloadQueries(queryKey: QueryKey): Promise<void> {
  const firstLoads = queryClient
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries({ queryKey });
  if (firstLoads.length === 0) return;
  await queryClient.invalidateQueries({ queryKey, predicate: (query) => firstLoads.includes(query) });
}
