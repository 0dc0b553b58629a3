import { eq } from 'drizzle-orm';

import type { Delivery, DeliveryId, RetryDeliveries, RetryResult } from '../../../shared/webhooks/deliveries';
import { audit } from '../../access';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit, type NewEvent } from '../../events/emit';
import { events } from '../../events/schema';
import { requireRate } from '../../limits/charge';
import type { WebhooksContext } from '../context';
import { callFinalHandlers } from '../dispatcher/delivery-handlers';
import { isSingleAttempt } from '../dispatcher/settlement';
import { DELIVERY_STATE, webhookDeliveries } from '../schema';
import type { DeliveryRow } from '../system/results';
import { deliveryTarget, presentOptionsOf, presentDelivery } from './present-delivery';
import { type DeliveryTarget, requireDelivery } from './service';

/** Sends a waiting delivery at once, and an ended one with new attempts. Throws 409 for any other. */
export const retryDelivery = (ctx: WebhooksContext, { delivery_id }: DeliveryId): Promise<Delivery> =>
  changeDelivery(ctx, delivery_id, 'webhook.delivery.retried', (tx, found) => sendAgain(ctx, tx, found));

export async function retryDeliveries(ctx: WebhooksContext, input: RetryDeliveries): Promise<RetryResult> {
  const result: RetryResult = { retried: [], skipped: [] };
  for (const id of new Set(input.delivery_ids)) {
    try {
      result.retried.push(await retryDelivery(ctx, { delivery_id: id }));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      result.skipped.push({ delivery_id: id, code: error.code, message: error.message });
    }
  }
  return result;
}

/** Throws 409 unless the delivery waits. */
export const cancelDelivery = (ctx: WebhooksContext, { delivery_id }: DeliveryId): Promise<Delivery> =>
  changeDelivery(ctx, delivery_id, 'webhook.delivery.canceled', async (tx, { row }, pendingEvents) => {
    if (row.state !== DELIVERY_STATE.pending)
      throw new ApiError('invalid_state', 'Only pending deliveries can be canceled.');
    const end = { state: DELIVERY_STATE.canceled, cancelReason: 'user', completedAt: ctx.now() } as const;
    const canceled = await writeDelivery(tx, row, end);
    pendingEvents.push(...(await callFinalHandlers(tx.store, [canceled])));
    return canceled;
  });

/** Throws 409 when the event is no longer stored, 429 above twenty a minute. */
export const resendDelivery = (ctx: WebhooksContext, { delivery_id }: DeliveryId): Promise<Delivery> =>
  changeDelivery(ctx, delivery_id, 'webhook.delivery.resent', async (tx, { row, webhook }) => {
    if (webhook.deletedAt) throw new ApiError('invalid_state', 'The webhook was deleted.');
    const [event] = await tx.select(events, { where: eq(events.sequence, row.eventSequence), limit: 1 });
    if (!event) throw new ApiError('invalid_state', 'The event is no longer stored.');
    requireRate(ctx.limits.chargeWebhookResend(webhook.id), 'A webhook can have twenty resends a minute.');
    const order = { webhookNo: webhook.no, workspaceId: ctx.workspaceId, trigger: 'resend' as const, original: row };
    const { delivery, finished } = await ctx.delivery.sendOnce(tx.store, order);
    finished.catch((error: unknown) => ctx.log.error({ err: error, delivery: delivery.id }, 'webhook resend failed'));
    return delivery;
  });

async function sendAgain(ctx: WebhooksContext, tx: ScopedDb, { row, webhook }: DeliveryTarget): Promise<DeliveryRow> {
  const { pending, exhausted, canceled } = DELIVERY_STATE;
  if (webhook.deletedAt) throw new ApiError('invalid_state', 'The webhook was deleted.');
  if (isSingleAttempt(row)) {
    throw new ApiError('invalid_state', 'A test or a resend has only one attempt. Create a new one instead.');
  }
  const now = ctx.now();
  if (row.state === pending) return writeDelivery(tx, row, { nextAt: now });
  if (row.state !== exhausted && row.state !== canceled) {
    throw new ApiError('invalid_state', 'The delivery is being sent or was delivered. Resend it instead.');
  }
  return writeDelivery(tx, row, pendingAgain(row, now));
}

export const pendingAgain = (row: Pick<DeliveryRow, 'attempts' | 'uncounted'>, now: Date) => ({
  state: DELIVERY_STATE.pending,
  nextAt: now,
  budgetFrom: row.attempts - row.uncounted,
  cancelReason: null,
  completedAt: null,
});

async function writeDelivery(tx: ScopedDb, row: DeliveryRow, change: Partial<DeliveryRow>): Promise<DeliveryRow> {
  const [changed = row] = await tx.update(webhookDeliveries, eq(webhookDeliveries.id, row.id), change);
  return changed;
}

async function changeDelivery(
  ctx: WebhooksContext,
  id: string,
  action: string,
  work: (tx: ScopedDb, found: DeliveryTarget, pendingEvents: NewEvent[]) => Promise<DeliveryRow>,
): Promise<Delivery> {
  const { row, webhook } = await ctx.db.transaction(async (tx) => {
    const found = await requireDelivery(ctx, tx, id, { lock: true });
    const pendingEvents: NewEvent[] = [];
    const changed = await work(tx, found, pendingEvents);
    await audit(ctx, tx, action, deliveryTarget(found.row));
    await emit(ctx, tx, pendingEvents);
    tx.store.afterCommit(() => ctx.delivery.wakeWebhook(found.webhook.no));
    return { row: changed, webhook: found.webhook };
  });
  return presentDelivery(row, webhook, presentOptionsOf(ctx));
}
