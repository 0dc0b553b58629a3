import { useEffect, useRef } from 'react';

import { queryClient, useTRPC } from '../../trpc';
import { useLive } from '../../ui/live/live';

/** Messages come by the hundred; what they change of an instance is read again this often at most. */
const EVERY_MS = 2000;
const OF_MESSAGES = /^whatsapp\.message\./;

/** Keeps instances, groups, contacts, templates and batches fresh; a change of a connection shows at once. */
export function useWhatsAppNews(): void {
  const trpc = useTRPC();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const deletion = trpc.whatsapp.instances.delete.mutationKey();
  useLive((news) => {
    if (news.kind === 'resumed') {
      void queryClient.invalidateQueries({ queryKey: trpc.whatsapp.pathKey() });
      return;
    }
    if (news.kind !== 'event') return;
    const { type } = news.event;
    // Of the one that is deleted right here only the lists are asked for again.
    if (type === 'whatsapp.instance.deleted' && queryClient.isMutating({ mutationKey: deletion }) > 0) {
      void queryClient.invalidateQueries({ queryKey: trpc.whatsapp.instances.list.pathKey() });
      return;
    }
    const stale = {
      instance: trpc.whatsapp.instances.pathKey(),
      group: trpc.whatsapp.groups.pathKey(),
      contact: trpc.whatsapp.contacts.pathKey(),
      template: trpc.whatsapp.templates.pathKey(),
      batch: trpc.whatsapp.batches.pathKey(),
    }[/^whatsapp\.(\w+)\./.exec(type)?.[1] ?? ''];
    if (stale) void queryClient.invalidateQueries({ queryKey: stale });
    if (type.startsWith('whatsapp.group.')) {
      for (const queryKey of [trpc.whatsapp.group_participants.pathKey(), trpc.whatsapp.group_join_requests.pathKey()])
        void queryClient.invalidateQueries({ queryKey });
    }
    if (!OF_MESSAGES.test(type) || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      for (const queryKey of [trpc.whatsapp.instances.list.pathKey(), trpc.whatsapp.instances.get.pathKey()])
        void queryClient.invalidateQueries({ queryKey });
    }, EVERY_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
