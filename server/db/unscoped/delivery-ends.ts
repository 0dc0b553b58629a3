import { and, asc, eq, inArray, lt } from 'drizzle-orm';

import type { CancelReason } from '../../../shared/webhook-deliveries';
import { forUpdate, queries, type Store } from '../database';
import { DELIVERY_STATE, webhookAttempts, webhookDeliveries, webhooks, webhookStats } from '../schema';
import { type DeliveryRow, readDeliveries } from './delivery-results';

const { no, state, webhookNo, createdAt, addressed } = webhookDeliveries;
const pending = eq(state, DELIVERY_STATE.pending);

/** Rows of one statement: others get their turn between two. */
export const ENDED_ROWS = 500;

async function cancel(
  tx: Store,
  nos: readonly { no: number }[],
  reason: CancelReason,
  now: Date,
): Promise<DeliveryRow[]> {
  if (nos.length === 0) return [];
  const ids = nos.map((row) => row.no);
  await queries(tx)
    .update(webhookDeliveries)
    .set({ state: DELIVERY_STATE.canceled, cancelReason: reason, completedAt: now })
    .where(and(inArray(no, ids), pending));
  return readDeliveries(tx, ids);
}

/** Ends what was addressed to a webhook that gets nothing more. */
export async function cancelOpenAddressed(tx: Store, webhook: number, now: Date): Promise<DeliveryRow[]> {
  const open = queries(tx)
    .select({ no })
    .from(webhookDeliveries)
    .where(and(eq(webhookNo, webhook), pending, eq(addressed, true)));
  return cancel(tx, await forUpdate(open), 'webhook_disabled', now);
}

/** Ends up to `ENDED_ROWS` deliveries of a webhook that wait, in key order. */
export async function cancelPending(
  tx: Store,
  webhook: number,
  reason: CancelReason,
  now: Date,
): Promise<DeliveryRow[]> {
  const open = queries(tx)
    .select({ no })
    .from(webhookDeliveries)
    .where(and(eq(webhookNo, webhook), pending))
    .orderBy(asc(no))
    .limit(ENDED_ROWS);
  return cancel(tx, await forUpdate(open), reason, now);
}

/** Ends deliveries that still wait when the body of their event is about to go. */
export async function cancelExpired(tx: Store, before: Date, now: Date): Promise<DeliveryRow[]> {
  const old = queries(tx)
    .select({ no })
    .from(webhookDeliveries)
    .where(and(lt(createdAt, before), pending))
    .orderBy(asc(createdAt))
    .limit(ENDED_ROWS);
  return cancel(tx, await forUpdate(old), 'expired', now);
}

/** Deleted webhooks among these. */
export async function deletedAmong(store: Store, nos: readonly number[]): Promise<number[]> {
  if (nos.length === 0) return [];
  const rows = await queries(store)
    .select({ no: webhooks.no, deletedAt: webhooks.deletedAt })
    .from(webhooks)
    .where(inArray(webhooks.no, [...nos]));
  const kept = new Set(rows.filter((row) => row.deletedAt === null).map((row) => row.no));
  return nos.filter((one) => !kept.has(one));
}

export async function purgeAttempts(store: Store, before: Date): Promise<number> {
  const db = queries(store);
  const { deliveryNo, number, startedAt } = webhookAttempts;
  const oldest = await db
    .select({ deliveryNo, number })
    .from(webhookAttempts)
    .where(lt(startedAt, before))
    .orderBy(asc(startedAt))
    .limit(ENDED_ROWS);
  if (oldest.length === 0) return 0;
  const nos = [...new Set(oldest.map((row) => row.deliveryNo))];
  await db.delete(webhookAttempts).where(and(inArray(deliveryNo, nos), lt(startedAt, before)));
  return oldest.length;
}

/** Deliveries that have ended, with the attempts they still have. */
export async function purgeDeliveries(store: Store, before: Date): Promise<number> {
  return store.transaction(async (tx) => {
    const db = queries(tx);
    const rows = await db
      .select({ no, state })
      .from(webhookDeliveries)
      .where(lt(createdAt, before))
      .orderBy(asc(createdAt))
      .limit(ENDED_ROWS);
    const ended = rows.filter((row) => row.state >= DELIVERY_STATE.succeeded).map((row) => row.no);
    if (ended.length === 0) return 0;
    await db.delete(webhookAttempts).where(inArray(webhookAttempts.deliveryNo, ended));
    await db.delete(webhookDeliveries).where(inArray(no, ended));
    return ended.length;
  });
}

export async function purgeStats(store: Store, before: Date): Promise<number> {
  const db = queries(store);
  const { webhookNo: ofWebhook, hour } = webhookStats;
  const oldest = db.select({ hour }).from(webhookStats).where(lt(hour, before)).orderBy(asc(hour)).limit(1);
  const gone = await db.delete(webhookStats).where(inArray(hour, oldest)).returning({ ofWebhook });
  return gone.length;
}
