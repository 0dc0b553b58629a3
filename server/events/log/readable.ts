import { and, isNull, like, not, or, type SQL } from 'drizzle-orm';

import { ALL_SCOPES, type Scope } from '../../../shared/access/scopes';
import { EVENT_TYPES, EVENTS, type EventType } from '../../../shared/events/events';
import type { EventWarning } from '../../../shared/events/warning';
import { scopesOf } from '../../actor';
import type { EventsContext } from '../context';
import { satisfiesRequirement, requirementOf } from '../requirements';
import { events } from '../schema';
import { isWithinResources } from '../subscribers';
import { filterWarnings } from '../type-warnings';

type Caller = Pick<EventsContext, 'actor'>;
type StoredEvent = { type: string; requires: string | null; body: string };

const typesByScopes = new WeakMap<ReadonlySet<Scope>, readonly EventType[]>();

export function readableTypes({ actor }: Caller): readonly EventType[] {
  const scopes = scopesOf(actor);
  let types = typesByScopes.get(scopes);
  if (types === undefined) {
    types = EVENT_TYPES.filter((type) => scopes.has(EVENTS[type].scope));
    typesByScopes.set(scopes, types);
  }
  return types;
}

export const callerFilterWarnings = ({ actor }: Caller, filter: readonly string[] | undefined): EventWarning[] =>
  filterWarnings(filter ?? [], scopesOf(actor));

export function isReadable({ actor }: Caller, event: StoredEvent): boolean {
  const scopes = scopesOf(actor);
  // The type may no longer exist.
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
