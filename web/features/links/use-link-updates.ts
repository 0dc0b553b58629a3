import { useTRPC } from '../../trpc';
import { useLiveReload } from '../../ui/live/use-live-reload';

/** Reloads links after changes. An import emits an event for each link. */
export function useLinkUpdates(): void {
  const trpc = useTRPC();
  useLiveReload({
    // Click events are left out: clicks are counted, and counts reload by themselves.
    after: /^link\.(?!clicked|bot_clicked|clicks_batched|listed)/,
    queryKeys: [trpc.links.pathKey()],
    everyMs: 1000,
  });
}
