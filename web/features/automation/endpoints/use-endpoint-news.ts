import { queryClient, useTRPC } from '../../../trpc';
import { useLive } from '../../../ui/live/live';

const OF_ENDPOINTS = /^automation\.(?:endpoint|inbound_request)\./;

/** Keeps endpoints, and what came in, fresh. */
export function useEndpointNews(): void {
  const trpc = useTRPC();
  useLive((news) => {
    if (news.kind !== 'resumed' && !(news.kind === 'event' && OF_ENDPOINTS.test(news.event.type))) return;
    for (const queryKey of [trpc.automation.endpoints.pathKey(), trpc.automation.inbound_requests.pathKey()])
      void queryClient.invalidateQueries({ queryKey });
  });
}
