import { useEffect, useRef } from 'react';

import { useTRPC } from '../../../trpc';
import { useLive, type LiveUpdate } from '../../../ui/live/live';
import { reloadQueries } from '../../../ui/live/reload-queries';

/** At most one reload per interval: receipts come in bursts. */
const EVERY_MS = 250;

/** Whether an update concerns this instance; after a gap in the stream, every instance. */
function isOfInstance(update: LiveUpdate, instanceId: string): boolean {
  if (update.kind === 'resumed') return true;
  if (update.kind !== 'event' || !update.event.type.startsWith('whatsapp.')) return false;
  const { instance } = update.event.data as { instance?: { id?: string } };
  return instance?.id === instanceId;
}

/** Calls `reload` after updates of the instance, at most once per frame or interval. */
export function useInstanceUpdates(
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
  useLive((update) => {
    if (!isOfInstance(update, instanceId)) return;
    if (update.kind === 'event') {
      for (const name of ['id', 'message_id'] as const) {
        const id = update.event.data[name];
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

export function useChatUpdates(instanceId: string): void {
  const trpc = useTRPC();
  useInstanceUpdates(instanceId, () => {
    void reloadQueries(trpc.whatsapp.chats.pathKey());
    void reloadQueries(trpc.whatsapp.labels.pathKey());
    void reloadQueries(trpc.whatsapp.instances.get.pathKey());
  });
}
