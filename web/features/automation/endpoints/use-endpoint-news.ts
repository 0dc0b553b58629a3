import { useEffect, useRef } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { useLive } from '../../../ui/live/live';

const OF_ENDPOINTS = /^automation\.(?:endpoint|inbound_request)\./;

/** Counters are written within a second after what they count. */
const COUNTED_MS = 1500;

/** Keeps endpoints, and what came in, fresh. */
export function useEndpointNews(): void {
  const trpc = useTRPC();
  const counted = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(counted.current), []);
  useLive((news) => {
    if (news.kind !== 'resumed' && !(news.kind === 'event' && OF_ENDPOINTS.test(news.event.type))) return;
    const endpoints = { queryKey: trpc.automation.endpoints.pathKey() };
    void queryClient.invalidateQueries(endpoints);
    void queryClient.invalidateQueries({ queryKey: trpc.automation.inbound_requests.pathKey() });
    clearTimeout(counted.current);
    counted.current = setTimeout(() => void queryClient.invalidateQueries(endpoints), COUNTED_MS);
  });
}
