import { useEffect, useRef } from 'react';

import { queryClient, useTRPC } from '../../trpc';
import { useLive } from '../../ui/live/live';

/** Deliveries come by the hundred; what they change is read again this often at most. */
const EVERY_MS = 1000;
const OF_PUBLICATIONS = /^automation\.publication/;

/** Keeps publications and their deliveries fresh while they are sent. */
export function usePublicationNews(): void {
  const trpc = useTRPC();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive((news) => {
    const isOfThem = news.kind === 'resumed' || (news.kind === 'event' && OF_PUBLICATIONS.test(news.event.type));
    if (!isOfThem || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      for (const queryKey of [trpc.automation.publications.pathKey(), trpc.automation.deliveries.pathKey()])
        void queryClient.invalidateQueries({ queryKey });
    }, EVERY_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
