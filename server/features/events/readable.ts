import { EVENT_TYPES, EVENTS, type EventType } from '../../../shared/events';
import { SCOPES_OF_ROLE, type Scope } from '../../../shared/scopes';
import type { WorkspaceContext } from '../../context';

/** The types that the caller reads: a key by its scopes, a person by the role. */
export function readableTypes({ actor }: Pick<WorkspaceContext, 'actor'>): EventType[] {
  const scopes = scopesOf(actor);
  return EVENT_TYPES.filter((type) => scopes.has(EVENTS[type].scope));
}

function scopesOf(actor: WorkspaceContext['actor']): ReadonlySet<Scope> {
  if (actor.type === 'key') return actor.scopes;
  return actor.member ? SCOPES_OF_ROLE[actor.member.role] : new Set();
}
