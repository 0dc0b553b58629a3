import type { RequestContext, SessionContext, WorkspaceContext } from '../context';

/** What readers of events need besides the platform. */
export interface EventsDeps {
  auth: {
    /** Calls `changed` with every right that changed, and `all` when some may have been missed. Returns its end. */
    onChange(changed: (change: { ref: string }) => void, all: () => void): () => void;
  };
}

export type EventsContext = WorkspaceContext & EventsDeps;
export type EventsRequest = RequestContext & EventsDeps;
export type EventsSession = SessionContext & EventsDeps;
