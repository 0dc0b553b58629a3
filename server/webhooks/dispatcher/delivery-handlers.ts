import type { EventType } from '../../../shared/events/events';
import type { Store } from '../../db/database';
import type { NewEvent } from '../../events/emit';
import type { DeliveryRow } from '../system/results';

/** The caller emits the returned events, last in the transaction. */
type DeliveryHandler = (tx: Store, deliveries: readonly DeliveryRow[]) => Promise<readonly NewEvent[]>;

type HandlersByType = Map<string, DeliveryHandler[]>;
const onFinal: HandlersByType = new Map();
const onRetried: HandlersByType = new Map();

/** Called in the transaction that ends the deliveries. Returns the function that unregisters it. */
export const onDeliveriesFinal = (type: EventType, handler: DeliveryHandler): (() => void) =>
  register(onFinal, type, handler);

export const onDeliveriesRetried = (type: EventType, handler: DeliveryHandler): (() => void) =>
  register(onRetried, type, handler);

/** For deliveries that ended in this transaction. The caller emits the returned events. */
export const callFinalHandlers = (tx: Store, deliveries: readonly DeliveryRow[]): Promise<NewEvent[]> =>
  callHandlers(onFinal, tx, deliveries);

export const callRetriedHandlers = (tx: Store, deliveries: readonly DeliveryRow[]): Promise<NewEvent[]> =>
  callHandlers(onRetried, tx, deliveries);

function register(handlers: HandlersByType, type: EventType, handler: DeliveryHandler): () => void {
  handlers.set(type, [...(handlers.get(type) ?? []), handler]);
  return () =>
    void handlers.set(
      type,
      (handlers.get(type) ?? []).filter((one) => one !== handler),
    );
}

async function callHandlers(
  handlers: HandlersByType,
  tx: Store,
  deliveries: readonly DeliveryRow[],
): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  for (const [type, group] of Map.groupBy(deliveries, ({ eventType }) => eventType)) {
    const addressed = group.filter((delivery) => delivery.addressed);
    if (addressed.length === 0) continue;
    for (const handler of handlers.get(type) ?? []) events.push(...(await handler(tx, addressed)));
  }
  return events;
}
