import type { KeyResources } from '../../shared/access/keys';
import { expandScopes } from '../../shared/access/scopes';
import { EVENTS, type EventType } from '../../shared/events/events';
import { matchesType } from '../../shared/events/patterns';
import type { SelectorName } from '../../shared/webhooks/webhooks';
import { listRuleSubscribers, type RuleSubscriberRow } from '../automation/queries/rules';
import type { Store } from '../db/database';
import { ANYTHING, type EventReach, meetsRequirement, reachIn } from './requirements';
import { listSubscribers, type SubscriberRow, takeSequences } from './system/events';

export interface Subscriber {
  no: number;
  id: string;
  isDisabled: boolean;
  /** Rules read the event log instead of receiving deliveries. */
  isRule: boolean;
  /** False where no event of this type can match. */
  mayWant(event: { type: EventType; addressedTo?: string }): boolean;
  /** Whether it receives an event of this type about these objects. */
  wants(type: EventType, resources: Resources, requires: string | null): boolean;
}
export type Resources = Partial<Record<SelectorName, string[]>>;

const NARROWED = {
  whatsapp_instances: 'instance_ids',
  link_domains: 'domain_ids',
  inbound_endpoints: 'endpoint_ids',
} as const;

/** By workspace, at the version last read. */
const cached = new Map<string, { version: number; subscribers: Subscriber[] }>();
/** The oldest workspace is dropped beyond this number. */
const WORKSPACES = 10_000;

/**
 * The webhooks of a workspace at `version`, which was read under the lock of its counter, so changes of other processes
 * are included.
 */
export async function subscribersOf(tx: Store, workspaceId: string, version: number): Promise<Subscriber[]> {
  const known = cached.get(workspaceId);
  if (known?.version === version) return known.subscribers;

  const subscribers = [
    ...(await listSubscribers(tx, workspaceId)).map(subscriberOf),
    ...(await listRuleSubscribers(tx, workspaceId)).map(ruleSubscriberOf),
  ];
  // Only after the commit, since a version that is rolled back is reused.
  tx.afterCommit(() => {
    cached.delete(workspaceId);
    cached.set(workspaceId, { version, subscribers });
    if (cached.size > WORKSPACES) cached.delete(cached.keys().next().value ?? '');
  });
  return subscribers;
}

/** Webhooks as this process last read them; changes of other processes may be missing. */
export const knownSubscribers = (workspaceId: string) => cached.get(workspaceId);

/** Loads the webhooks outside of `emit`. */
export async function readSubscribers(store: Store, workspaceId: string): Promise<Subscriber[]> {
  return store.transaction(async (tx) => {
    const { webhooksVersion } = await takeSequences(tx, workspaceId, 0);
    return subscribersOf(tx, workspaceId, webhooksVersion);
  });
}

/** A matcher of a webhook’s patterns and selectors, limited to what its creator may read. */
export function subscriberOf(row: SubscriberRow): Subscriber {
  const { events, selectors, grant } = row;
  const scopes = expandScopes(grant.scopes);
  const narrowed = wallsOf(grant.resources);
  const chosen = Object.entries(selectors).map(
    ([selector, ids]) => [selector as SelectorName, new Set(ids ?? [])] as const,
  );
  const types = new Map<EventType, boolean>();

  const takesType = (type: EventType): boolean => {
    let takes = types.get(type);
    if (takes === undefined) {
      takes = scopes.has(EVENTS[type].scope) && events.some((pattern) => matchesType(pattern, type));
      types.set(type, takes);
    }
    return takes;
  };
  return {
    no: row.no,
    id: row.id,
    isDisabled: row.status === 'disabled',
    isRule: false,
    mayWant: ({ type, addressedTo }) => addressedTo === row.id || takesType(type),
    wants: (type, resources, requires) =>
      takesType(type) &&
      meetsRequirement(requires, scopes) &&
      // Limits of its creator apply to all objects of an event; its own selectors to any of them.
      isWithinWalls(narrowed, resources, requires) &&
      chosen.every(([selector, ids]) => resources[selector]?.some((id) => ids.has(id)) ?? true),
  };
}

/** Like `subscriberOf`, for an event rule. */
export function ruleSubscriberOf({ id, config: { trigger }, grant }: RuleSubscriberRow): Subscriber {
  const [events, selectors] = trigger.type === 'event' ? [trigger.events, trigger.selectors ?? {}] : [[], {}];
  return { ...subscriberOf({ no: 0, id, events, selectors, grant, status: 'active' }), isRule: true };
}

/** True also for an event about no object of that kind. */
const liesIn = (ids: ReadonlySet<string>, about: readonly string[] | undefined): boolean =>
  about === undefined || (about.length > 0 && about.every((id) => ids.has(id)));

interface StoredEvent {
  type: EventType;
  body: string;
  addressedTo: string | null;
  requires: string | null;
}

/** Whether the webhook would receive the event if it occurred now. */
export function wouldGet(subscriber: Subscriber, event: StoredEvent): boolean {
  const { type, body, addressedTo, requires } = event;
  if (addressedTo !== null) return addressedTo === subscriber.id;
  // The type was removed in a newer version.
  if (!(type in EVENTS)) return false;
  if (type.startsWith('webhook.') && dataIn(body).id === subscriber.id) return false;
  return subscriber.wants(type, resourcesOf(event), requires);
}

/** Whether a key’s restrictions include all objects of an event. */
export function isWithin(narrowed: KeyResources, event: Pick<StoredEvent, 'type' | 'body' | 'requires'>): boolean {
  const walls = wallsOf(narrowed);
  return walls.length === 0 || isWithinWalls(walls, resourcesOf(event), event.requires);
}

/** Objects that a narrowed reader needs to see a grant. */
export const reachOfGrant = ({ resources }: { resources: KeyResources }): EventReach =>
  Object.fromEntries(
    Object.entries(NARROWED).map(([kind, selector]) => [
      selector,
      resources[kind as keyof typeof NARROWED] ?? [ANYTHING],
    ]),
  );

/** Restrictions by kind. */
type Walls = readonly (readonly [SelectorName, ReadonlySet<string>])[];

const wallsOf = (narrowed: KeyResources): Walls =>
  Object.entries(NARROWED).flatMap(([kind, selector]) => {
    const ids = narrowed[kind as keyof typeof NARROWED];
    return ids ? [[selector, new Set(ids)] as const] : [];
  });

function isWithinWalls(walls: Walls, resources: Resources, requires: string | null): boolean {
  if (walls.length === 0) return true;
  const about = { ...resources, ...reachIn(requires) };
  return walls.every(([selector, ids]) => liesIn(ids, about[selector]));
}

/** Objects of a stored event, as far as its type defines them. */
function resourcesOf({ type, body }: Pick<StoredEvent, 'type' | 'body'>): Resources {
  const { resources } = EVENTS[type] as { resources?: (value: unknown) => Resources };
  if (resources === undefined) return {};
  const data = dataIn(body);
  // A very large event keeps only its id, so its objects are unknown.
  return data.data_url === undefined ? resources(data) : {};
}

const dataIn = (body: string) => (JSON.parse(body) as { data: { id?: unknown; data_url?: unknown } }).data;
