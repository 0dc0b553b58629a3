import { and, eq, inArray, isNull } from 'drizzle-orm';

import type { PublicationError } from '../../../../shared/automation/publication-delivery';
import type { Store } from '../../../db/database';
import { scoped, type ScopedDb } from '../../../db/scoped';
import type { NewEvent } from '../../../events/emit';
import {
  DELIVERY_STATE,
  onDeliveriesFinal,
  onDeliveriesRetried,
  pendingAgain,
  webhookDeliveries,
  webhooks,
} from '../../../webhooks';
import type { DeliveryRow } from '../../../webhooks/system/results';
import { readEvents } from '../../../work/queries/cursors';
import type { DeliveryChange, WriteContext, DeliveryListener } from '../channel';

export const PUSHED = 'automation.publication.pushed';

const CANCELED: PublicationError = {
  code: 'webhook_disabled',
  message: 'The webhook is disabled or was deleted.',
  provider: null,
  retryable: false,
};

/** Reports deliveries when they end or wait for a retry. */
export function listen(onChanges: DeliveryListener): () => void {
  const handler = async (tx: Store, rows: readonly DeliveryRow[]): Promise<NewEvent[]> => {
    const [first] = rows;
    if (!first) return [];
    const db = scoped(tx, first.workspaceId);
    const ids = await publicationDeliveryIds(db, rows);
    const changes = rows.flatMap((row) => {
      const deliveryId = ids.get(row.eventSequence);
      return deliveryId === undefined ? [] : changeOf(deliveryId, row);
    });
    return onChanges(db, changes);
  };
  const unregister = [onDeliveriesFinal(PUSHED, handler), onDeliveriesRetried(PUSHED, handler)];
  return () => {
    for (const stop of unregister) stop();
  };
}

async function publicationDeliveryIds(db: ScopedDb, rows: readonly DeliveryRow[]): Promise<Map<number, string>> {
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
  const change = { deliveryId, reference: row.trigger === 'event' ? row.id : null, at };
  switch (row.state) {
    case DELIVERY_STATE.succeeded:
      return { ...change, status: 'delivered' };
    case DELIVERY_STATE.exhausted:
      return { ...change, status: 'failed', error: exhausted(row) };
    case DELIVERY_STATE.canceled:
      return row.cancelReason === 'user'
        ? { ...change, status: 'canceled' }
        : { ...change, status: 'failed', error: CANCELED };
    default:
      return { ...change, status: 'waiting', waitReason: 'retry' };
  }
}

const exhausted = ({ lastCode, lastStatus }: DeliveryRow): PublicationError => ({
  code: lastCode ?? 'webhook_failed',
  message: 'The webhook did not accept the event after all attempts.',
  provider: lastStatus === null ? null : { http_status: lastStatus },
  retryable: true,
});

/** Returns the deliveries that are due again; successful ones stay. */
export async function requeueWebhookDeliveries(
  { tx, now }: WriteContext,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { exhausted: failed, canceled } = DELIVERY_STATE;
  const where = and(inArray(webhookDeliveries.id, [...ids]), inArray(webhookDeliveries.state, [failed, canceled]));
  const again = new Set<string>();
  for (const row of await tx.select(webhookDeliveries, { where, lock: true })) {
    await tx.update(webhookDeliveries, eq(webhookDeliveries.id, row.id), pendingAgain(row, now));
    again.add(row.id);
  }
  return again;
}

/** Emits no event. Returns the ids of the canceled deliveries. */
export async function cancelWebhookDeliveries({ tx, now }: WriteContext, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const isWaiting = eq(webhookDeliveries.state, DELIVERY_STATE.pending);
  const rows = await tx.update(webhookDeliveries, and(inArray(webhookDeliveries.id, [...ids]), isWaiting), {
    state: DELIVERY_STATE.canceled,
    cancelReason: 'user',
    completedAt: now,
  });
  return new Set(rows.map(({ id }) => id));
}

/** Prevents disabling and deletion in the meantime. */
export async function lockWebhook(tx: ScopedDb, id: string) {
  const where = and(eq(webhooks.id, id), isNull(webhooks.deletedAt));
  const [row] = await tx.select(webhooks, { where, limit: 1, lock: 'share' });
  return row;
}
