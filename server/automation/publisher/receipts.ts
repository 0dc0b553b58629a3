import type { EventType } from '../../../shared/events/events';
import type { ScopedDb } from '../../db/scoped';
import type { LoggedEvent } from '../../work/queries/cursors';
import type { DeliveryChange } from '../channels/channel';
import { type Consumer, createConsumer } from '../consumer';
import type { AutomationServices } from '../context';
import type { Channels } from '../engine-types';
import { applyChanges, type Moved, reopen } from './apply';

export interface Receipts {
  /** Starts reading the event log of a workspace. */
  join(tx: ScopedDb): Promise<void>;
  /** Registers before anything can end. Returns the function that unregisters. */
  listen(): () => void;
  start(): void;
  stop(): Promise<void>;
  idle(): Promise<void>;
}

interface ReceiptsOptions {
  services: () => AutomationServices;
  channels: Channels;
  /** Called after the commit. */
  moved: (rows: readonly Moved['after'][]) => void;
}

/** Applies results of deliveries, from events and from channels. */
export function createReceipts({ services, channels, moved }: ReceiptsOptions): Receipts {
  const { all } = channels;
  const wanted = new Set<EventType>(all.flatMap(({ events }) => events));
  let consumer: Consumer | undefined;

  async function apply(tx: ScopedDb, changes: readonly DeliveryChange[]) {
    const { moved: rows, events } = await applyChanges(services(), tx, changes);
    tx.store.afterCommit(() => moved(rows.map(({ after }) => after)));
    return events;
  }

  async function take(_: string, logged: readonly LoggedEvent[]) {
    const events = logged.map(({ type, body, createdAt }) => {
      return { type, createdAt, data: (JSON.parse(body) as { data: unknown }).data };
    });
    const changes = events.flatMap((event) => all.flatMap((channel) => channel.interpret(event) ?? []));
    const open = events.flatMap((event) =>
      all.flatMap((channel) => {
        const containerId = channel.opened?.(event) ?? null;
        return containerId === null ? [] : [{ channel: channel.schemas.kind, containerId }];
      }),
    );
    return async (tx: ScopedDb) => {
      const now = services().now();
      const changeEvents = await apply(tx, changes);
      for (const container of open) {
        const rows = await reopen(tx, container, now);
        if (rows.length > 0) tx.store.afterCommit(() => moved(rows));
      }
      return changeEvents;
    };
  }

  return {
    join: async (tx) => consumer?.join(tx),
    listen() {
      const ways = all.flatMap((channel) => channel.listen?.(apply) ?? []);
      return () => {
        for (const leave of ways) leave();
      };
    },
    start() {
      consumer = createConsumer(services(), { name: 'publisher', wants: (type) => wanted.has(type), take });
      consumer.start();
    },
    stop: async () => consumer?.stop(),
    idle: async () => consumer?.idle(),
  };
}
