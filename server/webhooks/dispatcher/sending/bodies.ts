import type { Store } from '../../../db/database';
import { readEventBodies } from '../../queries/events';
import type { ClaimedDelivery } from '../../system/deliveries';

const MAX_BYTES = 32 * 1024 * 1024;

export interface Payload {
  bytes: Uint8Array;
  depth: number;
}

type EventRef = Pick<ClaimedDelivery, 'workspaceId' | 'eventSequence'>;
const keyOf = ({ workspaceId, eventSequence }: EventRef): string => `${workspaceId} ${eventSequence}`;

/** An event for many webhooks, or a retry, is read and encoded once. */
export function createBodies(store: Store) {
  const cached = new Map<string, Payload>();
  let cachedBytes = 0;

  const cache = (key: string, body: Payload): void => {
    cached.set(key, body);
    cachedBytes += body.bytes.length;
    for (const [oldest, { bytes }] of cached) {
      if (cachedBytes <= MAX_BYTES) break;
      cached.delete(oldest);
      cachedBytes -= bytes.length;
    }
  };

  return async function bodiesOf(wanted: readonly EventRef[]): Promise<(one: EventRef) => Payload | undefined> {
    const found = new Map<string, Payload>();
    const missing = new Map<string, Set<number>>();
    for (const one of wanted) {
      const body = cached.get(keyOf(one));
      if (body) found.set(keyOf(one), body);
      else {
        const sequences = missing.get(one.workspaceId) ?? new Set();
        missing.set(one.workspaceId, sequences.add(one.eventSequence));
      }
    }

    for (const [workspaceId, sequences] of missing) {
      for (const [eventSequence, { text, depth }] of await readEventBodies(store, workspaceId, [...sequences])) {
        const key = keyOf({ workspaceId, eventSequence });
        const body = { bytes: new TextEncoder().encode(text), depth };
        found.set(key, body);
        cache(key, body);
      }
    }
    return (one) => found.get(keyOf(one));
  };
}
export type Bodies = ReturnType<typeof createBodies>;
