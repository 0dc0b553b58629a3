import type { EventType } from '../../shared/events';
import type { Store } from '../db/database';
import type { DeliveryRow } from '../db/unscoped/delivery-results';
import type { NewEvent } from '../events/emit';

/** Returns the events that tell of it. It must not `emit` them itself: that comes last in a transaction. */
type Sink = (tx: Store, delivery: DeliveryRow) => Promise<readonly NewEvent[]>;
/** The same for deliveries of one workspace at once. */
type BatchSink = (tx: Store, deliveries: readonly DeliveryRow[]) => Promise<readonly NewEvent[]>;

type Sinks = Map<string, BatchSink[]>;
const ofEnds: Sinks = new Map();
const ofRetries: Sinks = new Map();

/**
 * Calls `sink` whenever a delivery of an addressed event of this type ends, in the transaction that ends it. Returns
 * the way out.
 */
export const onDeliveryFinal = (type: EventType, sink: Sink): (() => void) => onDeliveriesFinal(type, oneByOne(sink));

/** The same for all that end in one transaction. */
export const onDeliveriesFinal = (type: EventType, sink: BatchSink): (() => void) => register(ofEnds, type, sink);

/** The same whenever some have failed and wait for their next attempt. */
export const onDeliveriesRetried = (type: EventType, sink: BatchSink): (() => void) => register(ofRetries, type, sink);

/**
 * Tells the sinks of deliveries of one workspace that have ended in this transaction; whoever ends one calls it, and
 * emits what it returns.
 */
export const deliveriesEnded = (tx: Store, deliveries: readonly DeliveryRow[]): Promise<NewEvent[]> =>
  tell(ofEnds, tx, deliveries);

/** The same of deliveries that wait for their next attempt. */
export const deliveriesRetried = (tx: Store, deliveries: readonly DeliveryRow[]): Promise<NewEvent[]> =>
  tell(ofRetries, tx, deliveries);

const oneByOne =
  (sink: Sink): BatchSink =>
  async (tx, deliveries) => {
    const events: NewEvent[] = [];
    for (const delivery of deliveries) events.push(...(await sink(tx, delivery)));
    return events;
  };

function register(sinks: Sinks, type: EventType, sink: BatchSink): () => void {
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
