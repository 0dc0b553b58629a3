import { useTRPC } from '../../trpc';
import { useLiveReload } from '../../ui/live/use-live-reload';

/** Keeps what is shown of links fresh while others change them. An import emits an event for each link. */
export function useLinkUpdates(): void {
  const trpc = useTRPC();
  useLiveReload({
    // Clicks are counted, and counts have a pace of their own.
    after: /^link\.(?!clicked|bot_clicked|clicks_batched|listed)/,
    queryKeys: [trpc.links.pathKey()],
    everyMs: 1000,
  });
}
