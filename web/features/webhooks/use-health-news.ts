import { useEffect, useRef } from 'react';

import { queryClient, useTRPC } from '../../trpc';
import { useLive } from '../../ui/live/live';

/** Deliveries come by the hundred; their sums are read again this often at most. */
const EVERY_MS = 2000;

/** Keeps the health of webhooks fresh while deliveries end. */
export function useHealthNews(): void {
  const trpc = useTRPC();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive((news) => {
    const isOfDeliveries = news.kind === 'resumed' || (news.kind === 'signal' && news.topic === 'webhook_delivery');
    if (!isOfDeliveries || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      for (const queryKey of [
        trpc.webhooks.list.pathKey(),
        trpc.webhooks.get.pathKey(),
        trpc.webhooks.get_health.pathKey(),
      ])
        void queryClient.invalidateQueries({ queryKey });
    }, EVERY_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
