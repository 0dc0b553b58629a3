import { useQuery } from '@tanstack/react-query';

import { useTRPC, type Outputs } from '../../trpc';
import { bothPeriods, type Range } from './requests';

export interface UsageQuery {
  data: Outputs['usage']['get'] | undefined;
  isLoading: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
}

/** The server counts requests together, about this often. */
const COUNTED_EVERY_MS = 10_000;

/** Requests of the period and of the one before, by surface: one call for the chart and all cards. */
export function useRequests(range: Range, isAllowed: boolean): UsageQuery {
  const trpc = useTRPC();
  return useQuery(
    trpc.usage.get.queryOptions(
      { ...bothPeriods(range), group_by: ['surface'] },
      { enabled: isAllowed, refetchInterval: COUNTED_EVERY_MS },
    ),
  );
}
