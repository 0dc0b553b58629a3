import { and, isNull, like, not, or, type SQL } from 'drizzle-orm';

import { ALL_SCOPES, SCOPES_OF_ROLE, type Scope } from '../../../shared/access/scopes';
import { EVENT_TYPES, EVENTS, type EventType } from '../../../shared/events/events';
import type { EventWarning } from '../../../shared/events/warning';
import type { EventsContext } from '../context';
import { leftOutOfFilter } from '../left-out';
import { meetsRequirement, requirementOf } from '../requirements';
import { events } from '../schema';
import { isWithin } from '../subscribers';

type Caller = Pick<EventsContext, 'actor'>;
type StoredEvent = { type: string; requires: string | null; body: string };

/** The types that the caller reads: a key by its scopes, a person by the role. */
export function readableTypes({ actor }: Caller): EventType[] {
  const scopes = scopesOf(actor);
  return EVENT_TYPES.filter((type) => scopes.has(EVENTS[type].scope));
}

/** What a filter of types asks for and the caller does not read; without a filter they ask for what they read. */
export const warningsOfFilter = ({ actor }: Caller, filter: readonly string[] | undefined): EventWarning[] =>
  leftOutOfFilter(filter ?? [], scopesOf(actor));

/** Whether the caller reads an event: its type, what it requires besides, and what it is about. */
export function isReadable({ actor }: Caller, event: StoredEvent): boolean {
  const scopes = scopesOf(actor);
  // Types may have been removed since.
  const { scope } = EVENTS[event.type as EventType] ?? {};
  if (scope === undefined || !scopes.has(scope) || !meetsRequirement(event.requires, scopes)) return false;
  return reaches({ actor }, event);
}

/** Whether an event of a readable type is about what the caller reaches: a key may be narrowed to some objects. */
export const reaches = ({ actor }: Caller, { type, body, requires }: StoredEvent): boolean =>
  actor.type !== 'key' || isWithin(actor.resources, { type: type as EventType, body, requires });

/** Leaves out events of readable types that require more than the caller has; undefined where none can be. */
export function requirementsMet({ actor }: Caller): SQL | undefined {
  const scopes = scopesOf(actor);
  const missing = ALL_SCOPES.filter((scope) => READ_SCOPES.has(scope) && !scopes.has(scope));
  if (missing.length === 0) return undefined;
  return or(
    isNull(events.requires),
    and(...missing.map((scope) => not(like(events.requires, `%${requirementOf([scope])}%`)))),
  );
}

/** The scopes that an event can require. */
const READ_SCOPES: ReadonlySet<Scope> = new Set(EVENT_TYPES.map((type) => EVENTS[type].scope));

function scopesOf(actor: EventsContext['actor']): ReadonlySet<Scope> {
  if (actor.type === 'key') return actor.scopes;
  return actor.member ? SCOPES_OF_ROLE[actor.member.role] : new Set();
}
