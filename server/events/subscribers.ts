import { matchesType } from '../../shared/event-patterns';
import { EVENTS, type EventType } from '../../shared/events';
import type { KeyResources } from '../../shared/keys';
import { expandScopes } from '../../shared/scopes';
import type { SelectorName } from '../../shared/webhooks';
import type { Store } from '../db/database';
import { listRuleSubscribers, type RuleSubscriberRow } from '../db/unscoped/au-rule-rows';
import { listSubscribers, type SubscriberRow, takeSequences } from '../db/unscoped/events';
import { ANYTHING, type EventReach, meetsRequirement, reachIn } from './requirements';

/** A webhook as the outbox sees it. */
export interface Subscriber {
  no: number;
  id: string;
  isDisabled: boolean;
  /** A rule: it gets no deliveries, but reads the log. */
  isRule: boolean;
  /** False where it gets none of this kind, whatever they are about. */
  mayWant(event: { type: EventType; addressedTo?: string }): boolean;
  /** Whether it gets an event of this type about these objects, for readers of what it requires. */
  wants(type: EventType, resources: Resources, requires: string | null): boolean;
}
export type Resources = Partial<Record<SelectorName, string[]>>;

/** Which kind of selector each narrowing of a key stands for. */
const NARROWED = {
  whatsapp_instances: 'instance_ids',
  link_domains: 'domain_ids',
  inbound_endpoints: 'endpoint_ids',
} as const;

/** The webhooks of each workspace at the version that was last seen here. */
const cached = new Map<string, { version: number; subscribers: Subscriber[] }>();
/** Above so many workspaces the oldest is forgotten; it is read again when it emits. */
const WORKSPACES = 10_000;

/**
 * The webhooks of a workspace at `version`, which was read under the lock of its counter: a webhook that was made,
 * changed or removed by another process is seen all the same.
 */
export async function subscribersOf(tx: Store, workspaceId: string, version: number): Promise<Subscriber[]> {
  const known = cached.get(workspaceId);
  if (known?.version === version) return known.subscribers;

  const subscribers = [
    ...(await listSubscribers(tx, workspaceId)).map(subscriberOf),
    ...(await listRuleSubscribers(tx, workspaceId)).map(ruleSubscriberOf),
  ];
  // Only once it is committed: a version that is rolled back is given out again, to other webhooks.
  tx.afterCommit(() => {
    cached.delete(workspaceId);
    cached.set(workspaceId, { version, subscribers });
    if (cached.size > WORKSPACES) cached.delete(cached.keys().next().value ?? '');
  });
  return subscribers;
}

/** The webhooks of a workspace as this process last saw them: current here, and elsewhere as far as it was told. */
export const knownSubscribers = (workspaceId: string) => cached.get(workspaceId);

/** Reads the webhooks of a workspace without anything to emit. */
export async function readSubscribers(store: Store, workspaceId: string): Promise<Subscriber[]> {
  return store.transaction(async (tx) => {
    const { webhooksVersion } = await takeSequences(tx, workspaceId, 0);
    return subscribersOf(tx, workspaceId, webhooksVersion);
  });
}

/** A stored webhook as a matcher: its patterns and selectors, within what its maker may read. */
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
      // Of what its maker does not reach it learns nothing; of what it chose it gets all that has a part in it.
      isWithinWalls(narrowed, resources, requires) &&
      chosen.every(([selector, ids]) => resources[selector]?.some((id) => ids.has(id)) ?? true),
  };
}

/** As `subscriberOf`, of a rule that events set off. */
export function ruleSubscriberOf({ id, config: { trigger }, grant }: RuleSubscriberRow): Subscriber {
  const [events, selectors] = trigger.type === 'event' ? [trigger.events, trigger.selectors ?? {}] : [[], {}];
  return { ...subscriberOf({ no: 0, id, events, selectors, grant, status: 'active' }), isRule: true };
}

/** Whether all that an event is about is among the ids; true for one that is about nothing of that kind. */
const liesIn = (ids: ReadonlySet<string>, about: readonly string[] | undefined): boolean =>
  about === undefined || (about.length > 0 && about.every((id) => ids.has(id)));

/** An event as it is stored, of which a webhook may get a delivery. */
interface StoredEvent {
  type: EventType;
  body: string;
  addressedTo: string | null;
  requires: string | null;
}

/** Whether the webhook, as it is now, would get the event if it happened now. */
export function wouldGet(subscriber: Subscriber, event: StoredEvent): boolean {
  const { type, body, addressedTo, requires } = event;
  if (addressedTo !== null) return addressedTo === subscriber.id;
  // What is only in this process’ catalogue by name was removed since.
  if (!(type in EVENTS)) return false;
  if (type.startsWith('webhook.') && dataIn(body).id === subscriber.id) return false;
  return subscriber.wants(type, resourcesOf(event), requires);
}

/** Whether all that an event is about is within what a key is narrowed to. */
export function isWithin(narrowed: KeyResources, event: Pick<StoredEvent, 'type' | 'body' | 'requires'>): boolean {
  const walls = wallsOf(narrowed);
  return walls.length === 0 || isWithinWalls(walls, resourcesOf(event), event.requires);
}

/** What a narrowed reader must reach to see what was granted: all of what it is narrowed to. */
export const reachOfGrant = ({ resources }: { resources: KeyResources }): EventReach =>
  Object.fromEntries(
    Object.entries(NARROWED).map(([kind, selector]) => [
      selector,
      resources[kind as keyof typeof NARROWED] ?? [ANYTHING],
    ]),
  );

/** Each kind that a reader is narrowed by, and to what. */
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

/** What a stored event is about, as far as its type says that. */
function resourcesOf({ type, body }: Pick<StoredEvent, 'type' | 'body'>): Resources {
  const { resources } = EVENTS[type] as { resources?: (value: unknown) => Resources };
  if (resources === undefined) return {};
  const data = dataIn(body);
  // Of a very large event only its id is kept: nothing says what it is about.
  return data.data_url === undefined ? resources(data) : {};
}

const dataIn = (body: string) => (JSON.parse(body) as { data: { id?: unknown; data_url?: unknown } }).data;
