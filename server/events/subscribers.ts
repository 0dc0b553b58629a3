import { matchesType } from '../../shared/event-patterns';
import { EVENTS, type EventType } from '../../shared/events';
import { expandScopes } from '../../shared/scopes';
import type { SelectorName } from '../../shared/webhooks';
import type { Store } from '../db/database';
import { listSubscribers, type SubscriberRow } from '../db/unscoped/events';

/** A webhook as the outbox sees it. */
export interface Subscriber {
  no: number;
  id: string;
  isDisabled: boolean;
  /** Whether it gets an event of this type about these objects. */
  wants(type: EventType, resources: Resources): boolean;
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

  const subscribers = (await listSubscribers(tx, workspaceId)).map(subscriberOf);
  // Only once it is committed: a version that is rolled back is given out again, to other webhooks.
  tx.afterCommit(() => {
    cached.delete(workspaceId);
    cached.set(workspaceId, { version, subscribers });
    if (cached.size > WORKSPACES) cached.delete(cached.keys().next().value ?? '');
  });
  return subscribers;
}

/** A stored webhook as a matcher: its patterns and selectors, within what its maker may read. */
export function subscriberOf(row: SubscriberRow): Subscriber {
  const { events, selectors, grant } = row;
  const scopes = expandScopes(grant.scopes);
  const narrowed = Object.entries(NARROWED).flatMap(([kind, selector]) => {
    const ids = grant.resources[kind as keyof typeof NARROWED];
    return ids ? [[selector, new Set(ids)] as const] : [];
  });
  const chosen = Object.entries(selectors).map(
    ([selector, ids]) => [selector as SelectorName, new Set(ids ?? [])] as const,
  );
  const walls = [...narrowed, ...chosen];
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
    wants: (type, resources) =>
      takesType(type) &&
      walls.every(([selector, ids]) => {
        const about = resources[selector];
        return about === undefined || about.some((id) => ids.has(id));
      }),
  };
}
