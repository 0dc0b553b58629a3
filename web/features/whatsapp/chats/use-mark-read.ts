import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { useCan } from '../../../ui/shell/workspace';
import type { Chat } from '../messages/labels';

const onVisibility = (act: () => void) => {
  document.addEventListener('visibilitychange', act);
  return () => document.removeEventListener('visibilitychange', act);
};

/** Marks a chat as read when it is opened, and when a message arrives while it is on the screen. */
export function useMarkRead({ instance_id, id, unread_count: unread, last_message: last }: Chat): void {
  const trpc = useTRPC();
  const maySend = useCan()('whatsapp.messages:send');
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');
  const read = useMutation(
    trpc.whatsapp.chats.mark_read.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.whatsapp.chats.pathKey() }),
    }),
  );
  // A chat that somebody marks as unread stays so until the next message.
  const seen = useRef<string>(undefined);
  const markRead = useEffectEvent((message: string) => {
    if (seen.current === message) return;
    seen.current = message;
    if (unread > 0 && maySend) read.mutate({ instance_id, chat_id: id });
  });
  const newest = last?.id ?? '';
  useEffect(() => {
    if (isVisible) markRead(newest);
  }, [isVisible, newest]);
}
