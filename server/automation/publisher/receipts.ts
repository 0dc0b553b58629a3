import { and, eq, isNotNull } from 'drizzle-orm';

import type { EventType } from '../../../shared/events/events';
import type { ScopedDb } from '../../db/scoped';
import type { LoggedEvent } from '../../work/queries/cursors';
import type { DeliveryChange } from '../channels/channel';
import { type Consumer, createConsumer } from '../consumer';
import type { AutomationServices } from '../context';
import type { Channels } from '../engine-types';
import type { PublicationDeliveryRow } from '../publications/present';
import { publicationDeliveries } from '../schema/publications';
import { changeDeliveries } from './change';
import { advanceDelivery } from './merge';

export interface Receipts {
  join(tx: ScopedDb): Promise<void>;
  /** Call it before any delivery can end. Returns the function that unregisters. */
  listen(): () => void;
  start(): void;
  stop(): Promise<void>;
  idle(): Promise<void>;
}

interface ReceiptsOptions {
  services: () => AutomationServices;
  channels: Channels;
  /** Called after the commit. */
  onChange: (rows: readonly PublicationDeliveryRow[]) => void;
}

export function createReceipts({ services, channels: { all }, onChange }: ReceiptsOptions): Receipts {
  const wanted = new Set<EventType>(all.flatMap(({ events }) => events));
  let consumer: Consumer | undefined;

  async function apply(tx: ScopedDb, changes: readonly DeliveryChange[]) {
    const byDelivery = Map.groupBy(changes, ({ deliveryId }) => deliveryId);
    const { changed, events } = await changeDeliveries(services(), tx, [...byDelivery.keys()], (row) =>
      statesAfter(row, byDelivery.get(row.id) ?? []),
    );
    tx.store.afterCommit(() => onChange(changed));
    return events;
  }

  async function handleEvents(_: string, logged: readonly LoggedEvent[]) {
    const events = logged.map(({ type, body, createdAt }) => {
      return { type, createdAt, data: (JSON.parse(body) as { data: unknown }).data };
    });
    const changes = events.flatMap((event) => all.flatMap((channel) => channel.interpret(event) ?? []));
    const reopened = events.flatMap((event) =>
      all.flatMap((channel) => {
        const containerId = channel.reopenedContainer?.(event) ?? null;
        return containerId === null ? [] : [{ channel: channel.schemas.kind, containerId }];
      }),
    );
    return async (tx: ScopedDb) => {
      const changeEvents = await apply(tx, changes);
      for (const container of reopened) {
        const rows = await queueOfflineDeliveries(tx, container, services().now());
        if (rows.length > 0) tx.store.afterCommit(() => onChange(rows));
      }
      return changeEvents;
    };
  }

  return {
    join: async (tx) => consumer?.join(tx),
    listen() {
      const unregister = all.flatMap((channel) => channel.listen?.(apply) ?? []);
      return () => {
        for (const stop of unregister) stop();
      };
    },
    start() {
      consumer = createConsumer(services(), {
        name: 'publisher',
        wants: (type) => wanted.has(type),
        take: handleEvents,
      });
      consumer.start();
    },
    stop: async () => consumer?.stop(),
    idle: async () => consumer?.idle(),
  };
}

/** One for each change that has an effect. */
function statesAfter(row: PublicationDeliveryRow, changes: readonly DeliveryChange[]): PublicationDeliveryRow[] {
  const states: PublicationDeliveryRow[] = [];
  for (const change of changes) {
    const current = states.at(-1) ?? row;
    const columns = advanceDelivery(current, change);
    if (columns) states.push({ ...current, ...columns });
  }
  return states;
}

/** Makes deliveries that wait for an offline container due. */
const queueOfflineDeliveries = (
  tx: ScopedDb,
  { channel, containerId }: { channel: string; containerId: string },
  now: Date,
): Promise<PublicationDeliveryRow[]> =>
  tx.update(
    publicationDeliveries,
    and(
      eq(publicationDeliveries.channel, channel),
      eq(publicationDeliveries.containerId, containerId),
      eq(publicationDeliveries.status, 'waiting'),
      eq(publicationDeliveries.waitReason, 'channel_offline'),
      // Other deliveries were handed over and wait at the container.
      isNotNull(publicationDeliveries.nextAttemptAt),
    ),
    { nextAttemptAt: now },
  );
