import { useQuery } from '@tanstack/react-query';

import { labelOf } from '../../../i18n/labels';
import { useTRPC, useTRPCClient } from '../../../trpc';
import type { EventTypeSummary } from './patterns';

const PAGE = 100;

export const useEventTypes = (): EventTypeSummary[] | undefined => useEventCatalogue().data;

export function useEventCatalogue() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  return useQuery({
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
        types.push(...page.data.map((one) => ({ ...one, label: labelOf('events', one.type, one.label) })));
        cursor = page.next_cursor;
      } while (cursor !== null);
      return types;
    },
  });
}
