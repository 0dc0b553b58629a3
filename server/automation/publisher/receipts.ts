import type { EventType } from '../../../shared/events/events';
import type { ScopedDb } from '../../db/scoped';
import type { LoggedEvent } from '../../work/system/cursors';
import type { DeliveryChange, TransactionalChannel } from '../channels/channel';
import type { Channels } from '../channels/index';
import { type Consumer, createConsumer } from '../consumer';
import type { AutomationServices } from '../context';
import { applyChanges, type Moved, reopen } from './apply';

export interface Receipts {
  /** Reads the log, from the next event on, of a workspace that hands something over. */
  join(tx: ScopedDb): Promise<void>;
  /** Hears what channels say by themselves; before anything can end, and until nothing can. Returns the way out. */
  listen(): () => void;
  start(): void;
  stop(): Promise<void>;
  idle(): Promise<void>;
}

interface ReceiptsOptions {
  services: () => AutomationServices;
  channels: Channels;
  /** After the commit: deliveries moved, or may go on. */
  moved: (rows: readonly Moved['after'][]) => void;
}

/** Hears what becomes of deliveries, by events and by channels themselves. */
export function createReceipts({ services, channels, moved }: ReceiptsOptions): Receipts {
  const heard = channels.all.filter((one): one is TransactionalChannel => one.handover === 'transactional');
  const wanted = new Set<EventType>(heard.flatMap(({ events }) => events));
  let consumer: Consumer | undefined;

  async function hear(tx: ScopedDb, changes: readonly DeliveryChange[]) {
    const { moved: rows, events } = await applyChanges(services(), tx, changes);
    tx.store.afterCommit(() => moved(rows.map(({ after }) => after)));
    return events;
  }

  async function take(_: string, logged: readonly LoggedEvent[]) {
    const events = logged.map(({ type, body, createdAt }) => {
      return { type, createdAt, data: (JSON.parse(body) as { data: unknown }).data };
    });
    const changes = events.flatMap((event) => heard.flatMap((channel) => channel.interpret(event) ?? []));
    const open = events.flatMap((event) =>
      heard.flatMap((channel) => {
        const containerId = channel.opened?.(event) ?? null;
        return containerId === null ? [] : [{ channel: channel.schemas.kind, containerId }];
      }),
    );
    return async (tx: ScopedDb) => {
      const now = services().now();
      const told = await hear(tx, changes);
      for (const container of open) {
        const rows = await reopen(tx, container, now);
        if (rows.length > 0) tx.store.afterCommit(() => moved(rows));
      }
      return told;
    };
  }

  return {
    join: async (tx) => consumer?.join(tx),
    listen() {
      const ways = heard.flatMap((channel) => channel.listen?.(hear) ?? []);
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
