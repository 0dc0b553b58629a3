import { Unavailable } from '../db/faults';
import { isOutage } from '../outage';
import { applyDriverEvent } from './apply/apply';
import { changeConnection, recordPairing } from './connections/connection-state';
import type { ReportEvents } from './drivers/driver';
import type { DriverEvent } from './drivers/driver-events';
import type { DriverPart } from './engine-parts';
import { addressFor } from './identity/addresses';
import type { MediaStore } from './media/types';
import type { MessageRow } from './present/messages';
import { waContacts } from './schema/people';
import { findInstance } from './system/connections';
import { workLocked } from './work';
import type { InstanceRow, Work } from './work-types';

interface EventInboxOptions extends Omit<DriverPart, 'report'> {
  media: () => Pick<MediaStore, 'receive'>;
  connectionChanged: (instance: InstanceRow) => void;
  applied: (instanceId: string) => void;
}

export interface ApplyEvents {
  /** A failed event does not stop the others. */
  report: ReportEvents;
  /** Stops and throws when the database does not save an event, as the driver then keeps it. */
  applyInOrder: ReportEvents;
  apply(work: Work, driverEvent: DriverEvent): Promise<void>;
  idle(): Promise<void>;
}

/** Such an event is applied later: the database was unavailable, or rolled it back with other work. */
export const isNotItsFault = (error: unknown): boolean => error instanceof Unavailable || isOutage(error);

export function createEventInbox({
  work: ctx,
  database,
  media,
  driver,
  reveal,
  connectionChanged,
  applied,
}: EventInboxOptions): ApplyEvents {
  const marking = new Set<Promise<void>>();
  const refused = ctx.metrics.counter(
    'whatsapp_events_not_applied_total',
    'Events of providers that could not be saved and were left out, by kind.',
    ['kind'],
  );

  async function apply(work: Work, driverEvent: DriverEvent): Promise<void> {
    work.tx.store.afterCommit(() => applied(work.instance.id));
    if (driverEvent.kind !== 'status') work.known = undefined;
    if (driverEvent.kind === 'connection') {
      const { kind: _kind, ...change } = driverEvent;
      // A connection that is resumed stays `reconnecting` until it is open.
      if (change.status === 'connecting' && work.instance.status === 'reconnecting') return;
      const row = await changeConnection(work, change);
      if (row !== undefined) work.tx.store.afterCommit(() => connectionChanged(row));
      return;
    }
    if (driverEvent.kind === 'pairing') {
      await recordPairing(work, driverEvent);
      return;
    }
    const row = await applyDriverEvent(work, driverEvent, { receive: (on, incoming) => media().receive(on, incoming) });
    const { instance } = work;
    if (row !== undefined && instance.settings.auto_read) {
      const person = row.contactId === null ? undefined : await work.tx.get(waContacts, row.contactId);
      const sender = person === undefined ? {} : addressFor(person);
      work.tx.store.afterCommit(() => {
        const mark = markRead(instance, row, sender).finally(() => marking.delete(mark));
        marking.add(mark);
      });
    }
  }

  async function markRead(instance: InstanceRow, row: MessageRow, sender: ReturnType<typeof addressFor>) {
    if (row.providerMessageId === null || row.groupId !== null) return;
    const target = {
      place: { type: 'direct', person: sender } as const,
      providerMessageId: row.providerMessageId,
      isOurs: false,
      sender,
    };
    try {
      await driver(instance.driver)?.markRead?.(reveal(instance), target, false);
    } catch (error) {
      ctx.log.warn({ err: error, message: row.id }, 'marking a message as read failed');
    }
  }

  async function applyAll(
    instanceId: string,
    driverEvents: readonly DriverEvent[],
    mustStop: (error: unknown) => boolean,
  ): Promise<void> {
    const instance = await findInstance(database, instanceId);
    if (instance === undefined || instance.deletedAt !== null) return;
    for (const driverEvent of driverEvents) {
      try {
        await workLocked(ctx, database, instance, (work) => apply(work, driverEvent));
      } catch (error) {
        if (mustStop(error)) throw error;
        refused.inc({ kind: driverEvent.kind });
        ctx.log.error({ err: error, instance: instanceId, kind: driverEvent.kind }, 'provider event not applied');
      }
    }
  }

  return {
    apply,
    async idle() {
      while (marking.size > 0) await Promise.all(marking);
    },

    report: (instanceId, driverEvents) => applyAll(instanceId, driverEvents, () => false),
    applyInOrder: (instanceId, driverEvents) => applyAll(instanceId, driverEvents, isNotItsFault),
  };
}
