import { useSubscription } from '@trpc/tanstack-react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';

import { MINUTE_MS } from '../../../shared/durations';
import type { LiveMessage } from '../../../shared/live';
import { useTRPC } from '../../trpc';
import { useLongHidden } from './long-hidden';
import { reloadQueries } from './reload-queries';

/** `resumed`: the stream was interrupted. Events are replayed by their number; signals are lost. */
export type LiveUpdate = LiveMessage | { kind: 'resumed' };
type Listener = (update: LiveUpdate) => void;
type Connection = 'connecting' | 'open' | 'lost';

/** A short interruption is not shown. */
const LOST_AFTER_MS = 2000;
const RETRY_MS = 3000;
const MAX_RETRY_MS = MINUTE_MS;

const listeners = new Set<Listener>();
const watchers = new Set<() => void>();
let connection: Connection = 'connecting';

function setConnection(next: Connection): void {
  if (next === connection) return;
  connection = next;
  for (const watch of watchers) watch();
}

export const useConnection = (): Connection =>
  useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => connection,
  );

/** Every event and signal of the workspace while the component is mounted. */
export function useLive(listener: Listener): void {
  const latest = useEffectEvent(listener);
  useEffect(() => {
    const onMessage: Listener = (update) => latest(update);
    listeners.add(onMessage);
    return () => {
      listeners.delete(onMessage);
    };
  }, []);
}

function notify(update: LiveUpdate): void {
  for (const listener of listeners) listener(update);
}

interface LiveStreamProps {
  workspaceId: string;
  /** Number of the last event before the page loaded anything. Later events may be missing in what it shows. */
  latestSequence: number;
}

/**
 * The only stream of the tab, in the layout of a workspace. It pauses in the background and then resumes where it was.
 */
export function LiveStream({ workspaceId, latestSequence }: LiveStreamProps) {
  const trpc = useTRPC();
  const isResting = useLongHidden();
  const last = useRef(String(latestSequence));
  const hasOpened = useRef(false);
  const failures = useRef(0);
  /** The number to resume after; a new one opens a new stream. */
  const [from, setFrom] = useState(String(latestSequence));

  const onMessage = (data: unknown) => {
    const update = messageOf(data);
    if (!update) return;
    if (update.kind === 'event') last.current = String(update.event.sequence);
    if (update.kind === 'reset') {
      last.current = String(update.sequence);
      void reloadQueries([]);
    }
    if (update.kind === 'event') {
      const stale = {
        api_key: trpc.keys.pathKey(),
        member: trpc.members.pathKey(),
        invitation: trpc.invitations.pathKey(),
        webhook: trpc.webhooks.pathKey(),
        workspace: trpc.workspaces.pathKey(),
      }[update.event.type.split('.', 1)[0] ?? ''];
      if (stale) void reloadQueries(stale);
    }
    notify(update);
  };

  const { status, reset } = useSubscription(
    trpc.events.subscribe.subscriptionOptions(
      { workspace_id: workspaceId, lastEventId: from },
      // oxlint-disable-next-line react/refs -- called with news, never while drawing
      { enabled: !isResting, onData: onMessage },
    ),
  );

  const goOn = useEffectEvent(() => {
    // A stream that failed to resume is not started again from the same number.
    if (last.current === from) reset();
    else setFrom(last.current);
  });
  useEffect(() => {
    if (isResting) {
      setFrom(last.current);
      return;
    }
    if (status === 'pending') {
      failures.current = 0;
      setConnection('open');
      if (hasOpened.current) notify({ kind: 'resumed' });
      hasOpened.current = true;
      return;
    }
    const timers = [setTimeout(() => setConnection('lost'), LOST_AFTER_MS)];
    // The server closed or refused it. Neither reconnects by itself, and both may be temporary.
    if (status === 'idle' || status === 'error') {
      timers.push(setTimeout(goOn, Math.min(RETRY_MS * 2 ** failures.current, MAX_RETRY_MS)));
      failures.current += 1;
    }
    return () => timers.forEach(clearTimeout);
  }, [status, isResting]);
  useEffect(() => () => setConnection('connecting'), []);
  return null;
}

/** An event comes as `{ id, data }`, a signal as it is. */
function messageOf(value: unknown): LiveMessage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('kind' in value) return value as LiveMessage;
  return 'data' in value ? (value.data as LiveMessage) : undefined;
}
