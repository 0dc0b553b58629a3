import { useTRPC } from '../../trpc';
import { useLiveReload } from '../../ui/live/use-live-reload';

export function usePublicationUpdates(): void {
  const { publications, publication_deliveries: deliveries } = useTRPC().automation;
  useLiveReload({
    after: /^automation\.publication/,
    queryKeys: [publications.pathKey(), deliveries.pathKey()],
    everyMs: 1000,
  });
}
