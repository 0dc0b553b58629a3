import type { EventsContext } from '../context';

/** Events of other processes come to light by looking again this often. */
export const LOOK_EVERY_MS = 1000;

/** What a caller’s rights hang on: a change of any of these ends what stays open for long. */
export const refsOf = ({ actor, workspaceId }: Pick<EventsContext, 'actor' | 'workspaceId'>): string[] =>
  actor.type === 'key' ? [actor.keyId, workspaceId] : [actor.sessionId, actor.userId, workspaceId];
