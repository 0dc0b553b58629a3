import type { Store } from '../db/database';
import { type ClaimedDelivery, readBodies } from '../db/unscoped/deliveries';

const MOST_BYTES = 32 * 1024 * 1024;

type Wanted = Pick<ClaimedDelivery, 'workspaceId' | 'eventSequence'>;
const keyOf = ({ workspaceId, eventSequence }: Wanted): string => `${workspaceId} ${eventSequence}`;

/** Bodies of events as bytes: one that goes to many webhooks, or is tried again, is read and encoded once. */
export function createBodies(store: Store) {
  const kept = new Map<string, Uint8Array>();
  let bytes = 0;

  const keep = (key: string, body: Uint8Array): void => {
    kept.set(key, body);
    bytes += body.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= MOST_BYTES) break;
      kept.delete(oldest);
      bytes -= length;
    }
  };

  /** The bodies that exist, by `workspace sequence`. */
  return async function bodiesOf(wanted: readonly Wanted[]): Promise<(one: Wanted) => Uint8Array | undefined> {
    const found = new Map<string, Uint8Array>();
    const missing = new Map<string, Set<number>>();
    for (const one of wanted) {
      const body = kept.get(keyOf(one));
      if (body) found.set(keyOf(one), body);
      else {
        const sequences = missing.get(one.workspaceId) ?? new Set();
        missing.set(one.workspaceId, sequences.add(one.eventSequence));
      }
    }

    for (const [workspaceId, sequences] of missing) {
      for (const [eventSequence, text] of await readBodies(store, workspaceId, [...sequences])) {
        const key = keyOf({ workspaceId, eventSequence });
        const body = new TextEncoder().encode(text);
        found.set(key, body);
        keep(key, body);
      }
    }
    return (one) => found.get(keyOf(one));
  };
}
export type Bodies = ReturnType<typeof createBodies>;
