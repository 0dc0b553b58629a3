import { and, asc, eq, inArray, lt, lte, notInArray, or, sql } from 'drizzle-orm';

import type { CancelReason } from '../../../shared/webhooks/deliveries';
import { forUpdate, queries, type Store } from '../../db/database';
import type { Outdated } from '../../db/purge';
import { workspaceHas } from '../../db/retentions';
import { DELIVERY_STATE, webhookAttempts, webhookDeliveries, webhooks, webhookStats } from '../schema';
import { type DeliveryRow, readDeliveries } from './results';

const { no, workspaceId, state, webhookNo, eventType, nextAt, createdAt, addressed } = webhookDeliveries;
const pending = eq(state, DELIVERY_STATE.pending);

export const MAX_CANCELED_ROWS = 500;

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

export interface CancelOptions {
  reason: CancelReason;
  now: Date;
  addressedOnly?: boolean;
  exceptTypes?: readonly string[];
  createdUntil?: Date;
}

export async function cancelPending(tx: Store, webhook: number, ending: CancelOptions): Promise<DeliveryRow[]> {
  const { reason, now, addressedOnly = false, exceptTypes = [], createdUntil } = ending;
  const open = queries(tx)
    .select({ no })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookNo, webhook),
        addressedOnly ? sql`${state} = 0 and ${addressed}` : sql`${state} = 0`,
        exceptTypes.length > 0 ? notInArray(eventType, [...exceptTypes]) : undefined,
        createdUntil === undefined ? undefined : lte(createdAt, createdUntil),
      ),
    )
    .orderBy(asc(addressedOnly ? no : nextAt))
    .limit(MAX_CANCELED_ROWS);
  return cancel(tx, await forUpdate(open), reason, now);
}

export const hasOutdatedDeliveries = (store: Store, { bodies, rows }: { bodies: Date; rows: Date }) =>
  or(
    workspaceHas(store, webhookDeliveries, lt(createdAt, bodies)),
    workspaceHas(store, webhookDeliveries, lt(createdAt, rows)),
    workspaceHas(store, webhookAttempts, lt(webhookAttempts.startedAt, bodies)),
    workspaceHas(store, webhookStats, lt(webhookStats.hour, rows)),
  );

/** Their event is about to be purged. */
export async function cancelExpired(
  tx: Store,
  { workspaceId: ofWorkspace, before }: Outdated,
  now: Date,
): Promise<DeliveryRow[]> {
  const old = queries(tx)
    .select({ no })
    .from(webhookDeliveries)
    .where(and(eq(workspaceId, ofWorkspace), lt(createdAt, before), pending))
    .orderBy(asc(createdAt))
    .limit(MAX_CANCELED_ROWS);
  return cancel(tx, await forUpdate(old), 'expired', now);
}

export async function findEndedWebhooks(
  store: Store,
  nos: readonly number[],
): Promise<{ no: number; isDeleted: boolean }[]> {
  if (nos.length === 0) return [];
  const rows = await queries(store)
    .select({ no: webhooks.no, status: webhooks.status, deletedAt: webhooks.deletedAt })
    .from(webhooks)
    .where(inArray(webhooks.no, [...nos]));
  return rows
    .filter((row) => row.deletedAt !== null || row.status === 'disabled')
    .map((row) => ({ no: row.no, isDeleted: row.deletedAt !== null }));
}

export async function purgeAttempts(store: Store, { workspaceId: ofWorkspace, before }: Outdated): Promise<number> {
  const db = queries(store);
  const { deliveryNo, number, startedAt } = webhookAttempts;
  const outdated = and(eq(webhookAttempts.workspaceId, ofWorkspace), lt(startedAt, before));
  const oldest = await db
    .select({ deliveryNo, number })
    .from(webhookAttempts)
    .where(outdated)
    .orderBy(asc(startedAt))
    .limit(MAX_CANCELED_ROWS);
  if (oldest.length === 0) return 0;
  const nos = [...new Set(oldest.map((row) => row.deliveryNo))];
  await db.delete(webhookAttempts).where(and(inArray(deliveryNo, nos), outdated));
  return oldest.length;
}

export async function purgeDeliveries(store: Store, { workspaceId: ofWorkspace, before }: Outdated): Promise<number> {
  return store.transaction(async (tx) => {
    const db = queries(tx);
    const rows = await db
      .select({ no, state })
      .from(webhookDeliveries)
      .where(and(eq(workspaceId, ofWorkspace), lt(createdAt, before)))
      .orderBy(asc(createdAt))
      .limit(MAX_CANCELED_ROWS);
    const ended = rows.filter((row) => row.state >= DELIVERY_STATE.succeeded).map((row) => row.no);
    if (ended.length === 0) return 0;
    await db.delete(webhookAttempts).where(inArray(webhookAttempts.deliveryNo, ended));
    await db.delete(webhookDeliveries).where(inArray(no, ended));
    return ended.length;
  });
}

export async function purgeStats(store: Store, { workspaceId: ofWorkspace, before }: Outdated): Promise<number> {
  const db = queries(store);
  const { webhookNo: ofWebhook, hour } = webhookStats;
  const ours = eq(webhookStats.workspaceId, ofWorkspace);
  const oldest = db
    .select({ hour })
    .from(webhookStats)
    .where(and(ours, lt(hour, before)))
    .orderBy(asc(hour))
    .limit(1);
  const gone = await db
    .delete(webhookStats)
    .where(and(ours, inArray(hour, oldest)))
    .returning({ ofWebhook });
  return gone.length;
}
