import type { SignalTopic } from '../../shared/live';
import type { EventPorts } from './ports';

export interface EventFrame {
  sequence: number;
  type: string;
  requires: string | null;
  body: string;
}

interface Signal {
  topic: SignalTopic;
  ids: string[];
}

type Listener = (frames: readonly EventFrame[]) => void;
type SignalListener = (signal: Signal) => void;

/** Covers events committed in this process only, so listeners read the database as well. They must not throw. */
export interface Hub {
  readonly ports: EventPorts;
  publish(workspaceId: string, frames: readonly EventFrame[]): void;
  subscribe(workspaceId: string, listener: Listener): () => void;
  subscribeAll(listener: (workspaceId: string, frames: readonly EventFrame[]) => void): () => void;
  signal(workspaceId: string, signal: Signal): void;
  onSignal(workspaceId: string, listener: SignalListener): () => void;
  due(webhookNos: readonly number[]): void;
  onDue(listener: (webhookNos: readonly number[]) => void): () => void;
  readonly closing: AbortSignal;
  close(): void;
}

export function createHub(ports: EventPorts): Hub {
  const events = createTopic<readonly EventFrame[]>();
  const signals = createTopic<Signal>();
  const due = createTopic<readonly number[]>();
  const all = createTopic<{ workspaceId: string; frames: readonly EventFrame[] }>();
  const closing = new AbortController();

  return {
    ports,
    publish(workspaceId, frames) {
      events.publish(workspaceId, frames);
      all.publish('', { workspaceId, frames });
    },
    subscribe: events.subscribe,
    subscribeAll: (listener) => all.subscribe('', ({ workspaceId, frames }) => listener(workspaceId, frames)),
    signal: signals.publish,
    onSignal: signals.subscribe,
    due: (webhookNos) => due.publish('', webhookNos),
    onDue: (listener) => due.subscribe('', listener),
    closing: closing.signal,
    close: () => closing.abort(),
  };
}

function createTopic<T>() {
  const listeners = new Map<string, Set<(value: T) => void>>();
  return {
    publish: (workspaceId: string, value: T): void => {
      for (const listener of listeners.get(workspaceId) ?? []) listener(value);
    },

    subscribe: (workspaceId: string, listener: (value: T) => void): (() => void) => {
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
