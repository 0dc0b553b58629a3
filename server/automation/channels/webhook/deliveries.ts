import { and, eq, inArray, isNull } from 'drizzle-orm';

import type { PublicationError } from '../../../../shared/automation/publication-delivery';
import type { Store } from '../../../db/database';
import { scoped, type ScopedDb } from '../../../db/scoped';
import type { NewEvent } from '../../../events/emit';
import { onDeliveriesFinal, onDeliveriesRetried } from '../../../webhooks/dispatcher/sinks';
import { DELIVERY_STATE, webhookDeliveries, webhooks } from '../../../webhooks/schema';
import type { DeliveryRow } from '../../../webhooks/system/results';
import { readEvents } from '../../../work/system/cursors';
import type { DeliveryChange, Hand, Hear } from '../channel';

export const PUSHED = 'automation.publication.pushed';

const CANCELED: PublicationError = {
  code: 'webhook_disabled',
  message: 'The webhook is disabled or was deleted.',
  provider: null,
  retryable: false,
};

/** Says what became of deliveries of pushed events, whenever some end or wait for their next attempt. */
export function listen(hear: Hear): () => void {
  const sink = async (tx: Store, rows: readonly DeliveryRow[]): Promise<NewEvent[]> => {
    const [first] = rows;
    if (!first) return [];
    const db = scoped(tx, first.workspaceId);
    const ids = await deliveriesBehind(db, rows);
    const changes = rows.flatMap((row) => {
      const deliveryId = ids.get(row.eventSequence);
      return deliveryId === undefined ? [] : changeOf(deliveryId, row);
    });
    return hear(db, changes);
  };
  const ways = [onDeliveriesFinal(PUSHED, sink), onDeliveriesRetried(PUSHED, sink)];
  return () => {
    for (const leave of ways) leave();
  };
}

/** The deliveries of publications that events carry, by the number of the event. */
async function deliveriesBehind(db: ScopedDb, rows: readonly DeliveryRow[]): Promise<Map<number, string>> {
  const sequences = [...new Set(rows.map(({ eventSequence }) => eventSequence))];
  const found = await readEvents(db.store, db.workspaceId, sequences);
  return new Map(
    found.map(({ sequence, body }) => {
      const { data } = JSON.parse(body) as { data: { delivery_id: string } };
      return [sequence, data.delivery_id];
    }),
  );
}

function changeOf(deliveryId: string, row: DeliveryRow): DeliveryChange {
  const at = row.completedAt ?? row.lastAt ?? row.createdAt;
  // A replay has an id of its own, and there is one part.
  const told = { deliveryId, reference: row.trigger === 'event' ? row.id : null, at };
  switch (row.state) {
    case DELIVERY_STATE.succeeded:
      return { ...told, status: 'delivered' };
    case DELIVERY_STATE.exhausted:
      return { ...told, status: 'failed', error: exhausted(row) };
    case DELIVERY_STATE.canceled:
      return row.cancelReason === 'user'
        ? { ...told, status: 'canceled' }
        : { ...told, status: 'failed', error: CANCELED };
    default:
      return { ...told, status: 'waiting', waitingReason: 'retry' };
  }
}

const exhausted = ({ lastCode, lastStatus }: DeliveryRow): PublicationError => ({
  code: lastCode ?? 'webhook_failed',
  message: 'The webhook did not accept the event after all attempts.',
  provider: lastStatus === null ? null : { http_status: lastStatus },
  retryable: true,
});

/** Sends deliveries that ended without success once more, as the same ones. Returns those that are due again. */
export async function sendAgain({ tx, now }: Hand, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { exhausted: failed, canceled, pending } = DELIVERY_STATE;
  const where = and(inArray(webhookDeliveries.id, [...ids]), inArray(webhookDeliveries.state, [failed, canceled]));
  const again = new Set<string>();
  for (const row of await tx.select(webhookDeliveries, { where, lock: true })) {
    await tx.update(webhookDeliveries, eq(webhookDeliveries.id, row.id), {
      state: pending,
      nextAt: now,
      budgetFrom: row.attempts - row.uncounted,
      cancelReason: null,
      completedAt: null,
    });
    again.add(row.id);
  }
  return again;
}

/** Ends those deliveries that wait, without a word of it. Returns their ids. */
export async function takeBack({ tx, now }: Hand, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const isWaiting = eq(webhookDeliveries.state, DELIVERY_STATE.pending);
  const rows = await tx.update(webhookDeliveries, and(inArray(webhookDeliveries.id, [...ids]), isWaiting), {
    state: DELIVERY_STATE.canceled,
    cancelReason: 'user',
    completedAt: now,
  });
  return new Set(rows.map(({ id }) => id));
}

/** The webhook, which can neither be disabled nor deleted until the transaction ends. */
export async function holdWebhook(tx: ScopedDb, id: string) {
  const where = and(eq(webhooks.id, id), isNull(webhooks.deletedAt));
  const [row] = await tx.select(webhooks, { where, limit: 1, lock: 'share' });
  return row;
}
