/** An event as it goes to whoever listens: the stored bytes, with what they are filtered by. */
export interface EventFrame {
  sequence: number;
  type: string;
  body: string;
}

type Listener = (frames: readonly EventFrame[]) => void;

/**
 * Tells listeners of this process about events that were committed here. It is a hint: events of other processes do
 * not come through it, so a listener reads the database as well.
 */
export interface Hub {
  publish(workspaceId: string, frames: readonly EventFrame[]): void;
  /** Calls `listener`, which must not throw, with every later event of the workspace. Returns the way out. */
  subscribe(workspaceId: string, listener: Listener): () => void;
  /** Aborts when the process stops: who waits for events ends then. */
  readonly closing: AbortSignal;
  close(): void;
}

export function createHub(): Hub {
  const listeners = new Map<string, Set<Listener>>();
  const closing = new AbortController();

  return {
    closing: closing.signal,
    close: () => closing.abort(),

    publish(workspaceId, frames) {
      for (const listener of listeners.get(workspaceId) ?? []) listener(frames);
    },

    subscribe(workspaceId, listener) {
      let group = listeners.get(workspaceId);
      if (group === undefined) listeners.set(workspaceId, (group = new Set()));
      group.add(listener);
      return () => {
        listeners.get(workspaceId)?.delete(listener);
        if (listeners.get(workspaceId)?.size === 0) listeners.delete(workspaceId);
      };
    },
  };
}
