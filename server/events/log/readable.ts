import { and, isNull, like, not, or, type SQL } from 'drizzle-orm';

import { ALL_SCOPES, SCOPES_OF_ROLE, type Scope } from '../../../shared/access/scopes';
import { EVENT_TYPES, EVENTS, type EventType } from '../../../shared/events/events';
import type { EventWarning } from '../../../shared/events/warning';
import type { EventsContext } from '../context';
import { satisfiesRequirement, requirementOf } from '../requirements';
import { events } from '../schema';
import { isWithinResources } from '../subscribers';
import { filterWarnings } from '../type-warnings';

type Caller = Pick<EventsContext, 'actor'>;
type StoredEvent = { type: string; requires: string | null; body: string };

export function readableTypes({ actor }: Caller): EventType[] {
  const scopes = scopesOf(actor);
  return EVENT_TYPES.filter((type) => scopes.has(EVENTS[type].scope));
}

export const callerFilterWarnings = ({ actor }: Caller, filter: readonly string[] | undefined): EventWarning[] =>
  filterWarnings(filter ?? [], scopesOf(actor));

export function isReadable({ actor }: Caller, event: StoredEvent): boolean {
  const scopes = scopesOf(actor);
  // The type may have been removed.
  const { scope } = EVENTS[event.type as EventType] ?? {};
  if (scope === undefined || !scopes.has(scope) || !satisfiesRequirement(event.requires, scopes)) return false;
  return isWithinCallerResources({ actor }, event);
}

export const isWithinCallerResources = ({ actor }: Caller, { type, body, requires }: StoredEvent): boolean =>
  actor.type !== 'key' || isWithinResources(actor.resources, { type: type as EventType, body, requires });

export function readableCondition({ actor }: Caller): SQL | undefined {
  const scopes = scopesOf(actor);
  const missing = ALL_SCOPES.filter((scope) => READ_SCOPES.has(scope) && !scopes.has(scope));
  if (missing.length === 0) return undefined;
  return or(
    isNull(events.requires),
    and(...missing.map((scope) => not(like(events.requires, `%${requirementOf([scope])}%`)))),
  );
}

const READ_SCOPES: ReadonlySet<Scope> = new Set(EVENT_TYPES.map((type) => EVENTS[type].scope));

function scopesOf(actor: EventsContext['actor']): ReadonlySet<Scope> {
  if (actor.type === 'key') return actor.scopes;
  return actor.member ? SCOPES_OF_ROLE[actor.member.role] : new Set();
}
