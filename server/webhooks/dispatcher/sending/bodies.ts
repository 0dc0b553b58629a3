import type { Store } from '../../../db/database';
import { type ClaimedDelivery, readBodies } from '../../system/deliveries';

const MOST_BYTES = 32 * 1024 * 1024;

/** What a request about an event carries. */
export interface Payload {
  bytes: Uint8Array;
  /** How many requests and runs of ours stand in the line that led to the event. */
  depth: number;
}

type Wanted = Pick<ClaimedDelivery, 'workspaceId' | 'eventSequence'>;
const keyOf = ({ workspaceId, eventSequence }: Wanted): string => `${workspaceId} ${eventSequence}`;

/** Bodies of events as bytes: one that goes to many webhooks, or is tried again, is read and encoded once. */
export function createBodies(store: Store) {
  const kept = new Map<string, Payload>();
  let bytes = 0;

  const keep = (key: string, body: Payload): void => {
    kept.set(key, body);
    bytes += body.bytes.length;
    for (const [
      oldest,
      {
        bytes: { length },
      },
    ] of kept) {
      if (bytes <= MOST_BYTES) break;
      kept.delete(oldest);
      bytes -= length;
    }
  };

  /** The bodies that exist, by `workspace sequence`. */
  return async function bodiesOf(wanted: readonly Wanted[]): Promise<(one: Wanted) => Payload | undefined> {
    const found = new Map<string, Payload>();
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
      for (const [eventSequence, { text, depth }] of await readBodies(store, workspaceId, [...sequences])) {
        const key = keyOf({ workspaceId, eventSequence });
        const body = { bytes: new TextEncoder().encode(text), depth };
        found.set(key, body);
        keep(key, body);
      }
    }
    return (one) => found.get(keyOf(one));
  };
}
export type Bodies = ReturnType<typeof createBodies>;
