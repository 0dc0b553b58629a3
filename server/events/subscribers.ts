import { LRUCache } from 'lru-cache';

import { KEY_RESOURCE_NAMES, KEY_RESOURCES } from '../../shared/access/key-resources';
import type { KeyResources } from '../../shared/access/keys';
import { expandScopes } from '../../shared/access/scopes';
import { EVENTS, type EventType } from '../../shared/events/events';
import { matchesType } from '../../shared/events/patterns';
import type { SelectorName } from '../../shared/webhooks/webhooks';
import type { Store } from '../db/database';
import type { Hub } from './hub';
import type { Resources, Subscriber, SubscriberRow } from './ports';
import { reserveSequences } from './queries/events';
import { ANYTHING, type EventAccess, satisfiesRequirement, accessIn } from './requirements';

const cached = new LRUCache<string, { version: number; subscribers: Subscriber[] }>({ max: 10_000 });

/** `version` was read under the lock of the counter, so changes of other processes are included. */
export async function subscribersOf(
  { ports }: Pick<Hub, 'ports'>,
  tx: Store,
  workspaceId: string,
  version: number,
): Promise<Subscriber[]> {
  const known = cached.get(workspaceId);
  if (known?.version === version) return known.subscribers;

  const subscribers = await ports.listSubscribers(tx, workspaceId);
  // A version that is rolled back is used again, so it is cached only after the commit.
  tx.afterCommit(() => {
    cached.set(workspaceId, { version, subscribers });
  });
  return subscribers;
}

/** Changes by other processes may be missing. */
export const knownSubscribers = (workspaceId: string) => cached.get(workspaceId);

export async function readSubscribers(
  hub: Pick<Hub, 'ports'>,
  store: Store,
  workspaceId: string,
): Promise<Subscriber[]> {
  return store.transaction(async (tx) => {
    const { webhooksVersion } = await reserveSequences(tx, workspaceId, 0);
    return subscribersOf(hub, tx, workspaceId, webhooksVersion);
  });
}

export function subscriberOf(row: SubscriberRow): Subscriber {
  const { events, selectors, grant } = row;
  const scopes = expandScopes(grant.scopes);
  const allowedResources = resourceLimitsOf(grant.resources);
  const chosen = Object.entries(selectors).map(
    ([selector, ids]) => [selector as SelectorName, new Set(ids ?? [])] as const,
  );
  const types = new Map<EventType, boolean>();

  const wantsType = (type: EventType): boolean => {
    let wanted = types.get(type);
    if (wanted === undefined) {
      wanted = scopes.has(EVENTS[type].scope) && events.some((pattern) => matchesType(pattern, type));
      types.set(type, wanted);
    }
    return wanted;
  };
  return {
    no: row.no,
    id: row.id,
    isDisabled: row.status === 'disabled',
    isRule: false,
    mayWant: ({ type, addressedTo }) => addressedTo === row.id || wantsType(type),
    wants: (type, resources, requires) =>
      wantsType(type) &&
      satisfiesRequirement(requires, scopes) &&
      // Limits of its creator apply to all objects of an event; its own selectors to any of them.
      isWithinLimits(allowedResources, resources, requires) &&
      chosen.every(([selector, ids]) => resources[selector]?.some((id) => ids.has(id)) ?? true),
  };
}

/** Also true for an event without an object of that kind. */
const areAllowed = (ids: ReadonlySet<string>, about: readonly string[] | undefined): boolean =>
  about === undefined || (about.length > 0 && about.every((id) => ids.has(id)));

interface StoredEvent {
  type: EventType;
  body: string;
  addressedTo: string | null;
  requires: string | null;
}

export function wouldReceive(subscriber: Subscriber, event: StoredEvent): boolean {
  const { type, body, addressedTo, requires } = event;
  if (addressedTo !== null) return addressedTo === subscriber.id;
  if (!(type in EVENTS)) return false;
  if (type.startsWith('webhook.') && dataOfBody(body).id === subscriber.id) return false;
  return subscriber.wants(type, resourcesOf(event), requires);
}

export function isWithinResources(
  allowedResources: KeyResources,
  event: Pick<StoredEvent, 'type' | 'body' | 'requires'>,
): boolean {
  const limits = resourceLimitsOf(allowedResources);
  return limits.length === 0 || isWithinLimits(limits, resourcesOf(event), event.requires);
}

export const accessOfGrant = ({ resources }: { resources: KeyResources }): EventAccess =>
  Object.fromEntries(KEY_RESOURCE_NAMES.map((kind) => [KEY_RESOURCES[kind].selector, resources[kind] ?? [ANYTHING]]));

type ResourceLimits = readonly (readonly [SelectorName, ReadonlySet<string>])[];

const resourceLimitsOf = (allowedResources: KeyResources): ResourceLimits =>
  KEY_RESOURCE_NAMES.flatMap((kind) => {
    const ids = allowedResources[kind];
    return ids ? [[KEY_RESOURCES[kind].selector, new Set(ids)] as const] : [];
  });

function isWithinLimits(limits: ResourceLimits, resources: Resources, requires: string | null): boolean {
  if (limits.length === 0) return true;
  const about = { ...resources, ...accessIn(requires) };
  return limits.every(([selector, ids]) => areAllowed(ids, about[selector]));
}

function resourcesOf({ type, body }: Pick<StoredEvent, 'type' | 'body'>): Resources {
  const { resources } = EVENTS[type] as { resources?: (value: unknown) => Resources };
  if (resources === undefined) return {};
  const data = dataOfBody(body);
  // A very large event keeps only its id, so its objects are unknown.
  return data.data_url === undefined ? resources(data) : {};
}

const dataOfBody = (body: string) => (JSON.parse(body) as { data: { id?: unknown; data_url?: unknown } }).data;
