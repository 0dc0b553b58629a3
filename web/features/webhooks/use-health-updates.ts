import { useTRPC } from '../../trpc';
import { useLiveReload } from '../../ui/live/use-live-reload';

/** Keeps the health of webhooks fresh while deliveries, which come by the hundred, end. */
export function useHealthUpdates(): void {
  const { webhooks } = useTRPC();
  useLiveReload({
    after: 'webhook_delivery',
    queryKeys: [webhooks.list.pathKey(), webhooks.get.pathKey(), webhooks.get_health.pathKey()],
    everyMs: 2000,
  });
}
