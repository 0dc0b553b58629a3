import { useTRPC } from '../../trpc';
import { useLiveReload } from '../../ui/live/use-live-reload';

/** Reloads the health of webhooks. Deliveries end by the hundred, so not after each. */
export function useHealthUpdates(): void {
  const { webhooks } = useTRPC();
  useLiveReload({
    after: 'webhook_delivery',
    queryKeys: [webhooks.list.pathKey(), webhooks.get.pathKey(), webhooks.get_stats.pathKey()],
    everyMs: 2000,
  });
}
