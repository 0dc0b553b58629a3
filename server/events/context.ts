import type { RequestContext, SessionContext, WorkspaceContext } from '../context';
import type { Hub } from './hub';

export interface EventsDeps {
  hub: Hub;
  auth: {
    /** Calls `all` when changes may have been missed. Returns a function that unsubscribes. */
    onChange(changed: (change: { ref: string }) => void, all: () => void): () => void;
  };
}

export type EventsContext = WorkspaceContext & EventsDeps;
export type EventsRequest = RequestContext & EventsDeps;
export type EventsSession = SessionContext & EventsDeps;
