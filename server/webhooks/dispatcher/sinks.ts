import type { EventType } from '../../../shared/events/events';
import type { Store } from '../../db/database';
import type { NewEvent } from '../../events/emit';
import type { DeliveryRow } from '../system/results';

/**
 * Takes deliveries of one workspace; returns the events that tell of them. It must not `emit` them itself: that comes
 * last in a transaction.
 */
type Sink = (tx: Store, deliveries: readonly DeliveryRow[]) => Promise<readonly NewEvent[]>;

type Sinks = Map<string, Sink[]>;
const ofEnds: Sinks = new Map();
const ofRetries: Sinks = new Map();

/**
 * Calls `sink` whenever deliveries of addressed events of this type end, in the transaction that ends them. Returns the
 * way out.
 */
export const onDeliveriesFinal = (type: EventType, sink: Sink): (() => void) => register(ofEnds, type, sink);

/** The same whenever some have failed and wait for their next attempt. */
export const onDeliveriesRetried = (type: EventType, sink: Sink): (() => void) => register(ofRetries, type, sink);

/**
 * Tells the sinks of deliveries of one workspace that have ended in this transaction; whoever ends one calls it, and
 * emits what it returns.
 */
export const deliveriesEnded = (tx: Store, deliveries: readonly DeliveryRow[]): Promise<NewEvent[]> =>
  tell(ofEnds, tx, deliveries);

/** The same of deliveries that wait for their next attempt. */
export const deliveriesRetried = (tx: Store, deliveries: readonly DeliveryRow[]): Promise<NewEvent[]> =>
  tell(ofRetries, tx, deliveries);

function register(sinks: Sinks, type: EventType, sink: Sink): () => void {
  sinks.set(type, [...(sinks.get(type) ?? []), sink]);
  return () =>
    void sinks.set(
      type,
      (sinks.get(type) ?? []).filter((one) => one !== sink),
    );
}

async function tell(sinks: Sinks, tx: Store, deliveries: readonly DeliveryRow[]): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  for (const [type, group] of Map.groupBy(deliveries, ({ eventType }) => eventType)) {
    const addressed = group.filter((delivery) => delivery.addressed);
    if (addressed.length === 0) continue;
    for (const sink of sinks.get(type) ?? []) events.push(...(await sink(tx, addressed)));
  }
  return events;
}
