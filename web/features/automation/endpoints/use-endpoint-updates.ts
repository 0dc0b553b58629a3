import { useTRPC } from '../../../trpc';
import { useLiveReload } from '../../../ui/live/use-live-reload';

const OF_ENDPOINTS = /^automation\.(?:endpoint|inbound_request)\./;

/** Keeps endpoints, and what came in, fresh. */
export function useEndpointUpdates(): void {
  const { inbound_endpoints: endpoints, inbound_requests: requests } = useTRPC().automation;
  useLiveReload({ after: OF_ENDPOINTS, queryKeys: [endpoints.pathKey(), requests.pathKey()] });
  // Counters are written within a second after what they count.
  useLiveReload({ after: OF_ENDPOINTS, queryKeys: [endpoints.pathKey()], everyMs: 1500 });
}
