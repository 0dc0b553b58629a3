import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../trpc';
import { INBOX, isInbox } from '../labels';

/** The newest webhook of this workspace that leads to the inbox; null where there is none. */
export function useInbox() {
  const trpc = useTRPC();
  return useQuery(
    trpc.webhooks.list.queryOptions(
      { q: INBOX, limit: 100 },
      { select: ({ data }) => ({ inbox: data.find(({ url }) => isInbox(url)) ?? null }) },
    ),
  );
}
