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

/**
 * Calls `act` after updates of the instance, at most once per frame or interval, and never before it has ended: an
 * earlier read that answers late would show what is past.
 */
export function useInstanceUpdates(
  instanceId: string,
  act: (ids: ReadonlySet<string>) => Promise<unknown>,
  everyMs: number = EVERY_MS,
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDue = useRef(false);
  const ids = useRef(new Set<string>());
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const run = async () => {
    const changed = ids.current;
    ids.current = new Set();
    isDue.current = false;
    try {
      await latest.current(changed);
    } finally {
      timer.current = undefined;
      if (isDue.current) schedule();
    }
  };
  const schedule = () => {
    timer.current ??= setTimeout(() => void run(), everyMs);
  };
  useLive((update) => {
    if (!isOfInstance(update, instanceId)) return;
    if (update.kind === 'event') {
      for (const name of ['id', 'message_id'] as const) {
        const id = update.event.data[name];
        if (typeof id === 'string') ids.current.add(id);
      }
    }
    isDue.current = true;
    schedule();
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      isDue.current = false;
    },
    [],
  );
}

export function useChatUpdates(instanceId: string): void {
  const trpc = useTRPC();
  useInstanceUpdates(instanceId, () =>
    Promise.all(
      [trpc.whatsapp.chats, trpc.whatsapp.labels, trpc.whatsapp.instances.get].map((path) =>
        reloadQueries(path.pathKey()),
      ),
    ),
  );
}
