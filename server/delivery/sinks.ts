import type { EventType } from '../../shared/events';
import type { Store } from '../db/database';
import type { DeliveryRow } from '../db/unscoped/delivery-results';
import type { NewEvent } from '../events/emit';

/** Returns the events that tell of it. It must not `emit` them itself: that comes last in a transaction. */
type Sink = (tx: Store, delivery: DeliveryRow) => Promise<readonly NewEvent[]>;

const sinks = new Map<string, Sink[]>();

/**
 * Calls `sink` whenever a delivery of an addressed event of this type ends, in the transaction that ends it. Returns
 * the way out.
 */
export function onDeliveryFinal(type: EventType, sink: Sink): () => void {
  sinks.set(type, [...(sinks.get(type) ?? []), sink]);
  return () =>
    void sinks.set(
      type,
      (sinks.get(type) ?? []).filter((one) => one !== sink),
    );
}

/**
 * Tells the sinks of deliveries of one workspace that have ended in this transaction; whoever ends one calls it, and
 * emits what it returns.
 */
export async function deliveriesEnded(tx: Store, deliveries: readonly DeliveryRow[]): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  for (const delivery of deliveries) {
    if (!delivery.addressed) continue;
    for (const sink of sinks.get(delivery.eventType) ?? []) events.push(...(await sink(tx, delivery)));
  }
  return events;
}
