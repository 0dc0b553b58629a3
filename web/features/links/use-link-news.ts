import { useEffect, useRef } from 'react';

import { queryClient, useTRPC } from '../../trpc';
import { useLive } from '../../ui/live/live';

/** An import tells of each link; lists are read again this often at most. */
const EVERY_MS = 1000;
/** Clicks are counted, and counts have a pace of their own. */
const OF_CHANGES = /^link\.(?!clicked|bot_clicked|clicks_batched|listed)/;

/** Keeps what is shown of links fresh while others change them. */
export function useLinkNews(): void {
  const trpc = useTRPC();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive((news) => {
    const isOfLinks = news.kind === 'resumed' || (news.kind === 'event' && OF_CHANGES.test(news.event.type));
    if (!isOfLinks || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey: trpc.links.pathKey() });
    }, EVERY_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
