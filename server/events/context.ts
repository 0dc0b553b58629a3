import type { RequestContext, SessionContext, WorkspaceContext } from '../context';

export interface EventsDeps {
  auth: {
    /** Calls `all` when changes may have been missed. Returns a function that unsubscribes. */
    onChange(changed: (change: { ref: string }) => void, all: () => void): () => void;
  };
}

export type EventsContext = WorkspaceContext & EventsDeps;
export type EventsRequest = RequestContext & EventsDeps;
export type EventsSession = SessionContext & EventsDeps;
