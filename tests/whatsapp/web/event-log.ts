import type { DriverEvent } from '../../../server/whatsapp/drivers/driver-events';

type EventOf<K extends DriverEvent['kind']> = Extract<DriverEvent, { kind: K }>;

const LONG_ENOUGH_MS = 50_000;

const isKind = <K extends DriverEvent['kind']>(event: DriverEvent, kind: K): event is EventOf<K> => event.kind === kind;

const summary = (event: DriverEvent) =>
  event.kind === 'connection' ? [event.status, event.reason, event.generation] : event.kind;

/** Events of instances as they come, to look at and to wait for. */
export function createEventLog(explain: () => string = () => '') {
  const events: { instanceId: string; event: DriverEvent }[] = [];
  const waiting = new Set<() => void>();

  const of = (instanceId: string): DriverEvent[] =>
    events.filter((one) => one.instanceId === instanceId).map(({ event }) => event);

  /** Waits until something is found in the events of an instance. */
  const until = async <T>(instanceId: string, find: (events: DriverEvent[]) => T | undefined): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const look = (): void => {
      const found = find(of(instanceId));
      if (found !== undefined) resolve(found);
    };
    const timer = setTimeout(
      () => reject(new Error(`It never came. ${JSON.stringify(of(instanceId).map(summary))}\n${explain()}`)),
      LONG_ENOUGH_MS,
    );
    waiting.add(look);
    look();
    return promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(look);
    });
  };

  return {
    events,
    of,
    until,
    add(instanceId: string, received: readonly DriverEvent[]): void {
      events.push(...received.map((event) => ({ instanceId, event })));
      for (const look of waiting) look();
    },
    /** Waits for an event of a kind, of those that have come or come yet. */
    eventOf: <K extends DriverEvent['kind']>(
      instanceId: string,
      kind: K,
      isWanted: (event: EventOf<K>) => boolean = () => true,
    ): Promise<EventOf<K>> =>
      until(instanceId, (all) =>
        all.filter((event): event is EventOf<K> => isKind(event, kind)).find((event) => isWanted(event)),
      ),
    /** Statuses with their reasons, in order. */
    statuses: (instanceId: string): string[] =>
      of(instanceId).flatMap((event) =>
        event.kind === 'connection' ? [event.reason ? `${event.status}: ${event.reason}` : event.status] : [],
      ),
  };
}
