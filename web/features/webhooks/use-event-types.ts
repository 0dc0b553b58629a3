import { useQuery } from '@tanstack/react-query';

import { useTRPC, useTRPCClient } from '../../trpc';
import type { EventTypeSummary } from './patterns';

const PAGE = 100;

/** The whole catalogue of events. It changes with releases only. */
export function useEventTypes(): EventTypeSummary[] | undefined {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { data } = useQuery({
    queryKey: [...trpc.events.types.list.pathKey(), 'all'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const types: EventTypeSummary[] = [];
      let cursor: string | null = null;
      do {
        const page: { data: EventTypeSummary[]; next_cursor: string | null } = await client.events.types.list.query({
          limit: PAGE,
          ...(cursor === null ? {} : { cursor }),
        });
        types.push(...page.data);
        cursor = page.next_cursor;
      } while (cursor !== null);
      return types;
    },
  });
  return data;
}
