import type { EventsContext } from '../context';

export const POLL_MS = 1000;

/** A change of any of these ends open streams and waits. */
export const authRefsOf = ({ actor, workspaceId }: Pick<EventsContext, 'actor' | 'workspaceId'>): string[] =>
  actor.type === 'key' ? [actor.keyId, workspaceId] : [actor.sessionId, actor.userId, workspaceId];
