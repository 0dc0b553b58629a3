import { useEffect, useRef } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { useLive, type News } from '../../../ui/live/live';

/** At most one reading in this time; a burst of receipts is one. */
const EVERY_MS = 250;

/** Whether the news are about this instance; after a gap, everything may be. */
export function isOfInstance(news: News, instanceId: string): boolean {
  if (news.kind === 'resumed') return true;
  if (news.kind !== 'event' || !news.event.type.startsWith('whatsapp.')) return false;
  const { instance } = news.event.data as { instance?: { id?: string } };
  return instance?.id === instanceId;
}

/** Calls it, not more often than it can be drawn or as given, after something happened on the instance. */
export function useInstanceNews(
  instanceId: string,
  act: (ids: ReadonlySet<string>) => void,
  everyMs: number = EVERY_MS,
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const ids = useRef(new Set<string>());
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useLive((news) => {
    if (!isOfInstance(news, instanceId)) return;
    if (news.kind === 'event') {
      for (const name of ['id', 'message_id'] as const) {
        const id = news.event.data[name];
        if (typeof id === 'string') ids.current.add(id);
      }
    }
    timer.current ??= setTimeout(() => {
      const changed = ids.current;
      ids.current = new Set();
      timer.current = undefined;
      latest.current(changed);
    }, everyMs);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** Keeps chats and the instance in step with what happens; threads look after themselves. */
export function useChatNews(instanceId: string): void {
  const trpc = useTRPC();
  useInstanceNews(instanceId, () => {
    void queryClient.invalidateQueries({ queryKey: trpc.whatsapp.chats.pathKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.whatsapp.instances.get.pathKey() });
  });
}
