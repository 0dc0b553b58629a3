import { useSubscription } from '@trpc/tanstack-react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';

import type { LiveMessage } from '../../../shared/live';
import { queryClient, useTRPC } from '../../trpc';

type Listener = (message: LiveMessage) => void;
type Connection = 'connecting' | 'open' | 'lost';

const listeners = new Set<Listener>();
const watchers = new Set<() => void>();
let connection: Connection = 'connecting';

function setConnection(next: Connection): void {
  if (next === connection) return;
  connection = next;
  for (const watch of watchers) watch();
}

/** Whether news arrive. */
export const useConnection = (): Connection =>
  useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => connection,
  );

/** Hears every event and signal of the workspace while the component is there. */
export function useLive(listener: Listener): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const hear: Listener = (message) => latest.current(message);
    listeners.add(hear);
    return () => {
      listeners.delete(hear);
    };
  }, []);
}

/** The one stream of the tab, in the layout of a workspace; marks stale what an event changed. */
export function LiveStream({ workspaceId }: { workspaceId: string }) {
  const trpc = useTRPC();
  const { status } = useSubscription(
    trpc.events.subscribe.subscriptionOptions(
      { workspace_id: workspaceId },
      {
        onData: (data: unknown) => {
          const message = messageOf(data);
          if (!message) return;
          if (message.kind === 'reset') void queryClient.invalidateQueries();
          if (message.kind === 'event') {
            const stale = {
              api_key: trpc.keys.pathKey(),
              member: trpc.members.pathKey(),
              invitation: trpc.invitations.pathKey(),
              workspace: trpc.workspaces.pathKey(),
            }[message.event.type.split('.', 1)[0] ?? ''];
            if (stale) void queryClient.invalidateQueries({ queryKey: stale });
            void queryClient.invalidateQueries({ queryKey: trpc.events.list.pathKey() });
          }
          for (const listener of listeners) listener(message);
        },
      },
    ),
  );
  useEffect(() => {
    setConnection(status === 'pending' ? 'open' : status === 'error' ? 'lost' : 'connecting');
    return () => setConnection('connecting');
  }, [status]);
  return null;
}

/** What has a number comes with it, `{ id, data }`; signals come as they are. */
function messageOf(value: unknown): LiveMessage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('kind' in value) return value as LiveMessage;
  return 'data' in value ? (value.data as LiveMessage) : undefined;
}
