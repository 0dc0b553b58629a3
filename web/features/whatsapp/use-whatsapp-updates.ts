import { queryClient, useTRPC } from '../../trpc';
import { useLive } from '../../ui/live/live';
import { reloadQueries } from '../../ui/live/reload-queries';
import { useLiveReload } from '../../ui/live/use-live-reload';

export function useWhatsAppUpdates(): void {
  const trpc = useTRPC();
  const deletion = trpc.whatsapp.instances.delete.mutationKey();
  useLive((update) => {
    if (update.kind === 'resumed') {
      void reloadQueries(trpc.whatsapp.pathKey());
      return;
    }
    if (update.kind !== 'event') return;
    const { type } = update.event;
    // A deleted instance itself is not loaded again.
    if (type === 'whatsapp.instance.deleted' && queryClient.isMutating({ mutationKey: deletion }) > 0) {
      void reloadQueries(trpc.whatsapp.instances.list.pathKey());
      return;
    }
    const stale = {
      instance: trpc.whatsapp.instances.pathKey(),
      group: trpc.whatsapp.groups.pathKey(),
      contact: trpc.whatsapp.contacts.pathKey(),
      template: trpc.whatsapp.templates.pathKey(),
      batch: trpc.whatsapp.batches.pathKey(),
    }[/^whatsapp\.(\w+)\./.exec(type)?.[1] ?? ''];
    if (stale) void reloadQueries(stale);
    if (type.startsWith('whatsapp.group.')) {
      for (const queryKey of [trpc.whatsapp.group_participants.pathKey(), trpc.whatsapp.group_join_requests.pathKey()])
        void reloadQueries(queryKey);
    }
  });
  // Messages come by the hundred.
  useLiveReload({
    after: /^whatsapp\.message\./,
    queryKeys: [trpc.whatsapp.instances.list.pathKey(), trpc.whatsapp.instances.get.pathKey()],
    everyMs: 2000,
  });
}
