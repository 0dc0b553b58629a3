import { eq } from 'drizzle-orm';

import type { Delivery, DeliveryId, RetryDeliveries, RetryResult } from '../../../shared/webhooks/deliveries';
import { audit } from '../../access/audit/write';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit, type NewEvent } from '../../events/emit';
import { events } from '../../events/schema';
import type { WebhooksContext } from '../context';
import type { DeliveryRow } from '../dispatcher/dispatcher-types';
import { deliveriesEnded } from '../dispatcher/sinks';
import type { WebhookRow } from '../endpoints/present';
import { requireQuota } from '../endpoints/rules';
import { DELIVERY_STATE, webhookDeliveries } from '../schema';
import { requireDelivery } from './deliveries';
import { deliveryTarget, momentOf, presentDelivery } from './present-delivery';

interface Found {
  row: DeliveryRow;
  webhook: WebhookRow;
}

/** Sends a delivery now: one that waits at once, one that ended with a fresh budget. Throws 409 for any other. */
export const retryDelivery = (ctx: WebhooksContext, { delivery_id }: DeliveryId): Promise<Delivery> =>
  act(ctx, delivery_id, 'webhook.delivery.retried', (tx, found) => makeDue(ctx, tx, found));

/** The same for many: those that cannot be sent again are named, the others are. */
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

/** Ends a delivery that waits. Throws 409 for any other. */
export const cancelDelivery = (ctx: WebhooksContext, { delivery_id }: DeliveryId): Promise<Delivery> =>
  act(ctx, delivery_id, 'webhook.delivery.canceled', async (tx, { row }, told) => {
    if (row.state !== DELIVERY_STATE.pending)
      throw new ApiError('invalid_state', 'Only pending deliveries can be canceled.');
    const end = { state: DELIVERY_STATE.canceled, cancelReason: 'user', completedAt: ctx.now() } as const;
    const canceled = await set(tx, row, end);
    told.push(...(await deliveriesEnded(tx.store, [canceled])));
    return canceled;
  });

/**
 * Sends the event of a delivery once more, by a delivery of its own. Throws 409 once the event is no longer kept, 429
 * above twenty a minute.
 */
export const resendDelivery = (ctx: WebhooksContext, { delivery_id }: DeliveryId): Promise<Delivery> =>
  act(ctx, delivery_id, 'webhook.delivery.resent', async (tx, { row, webhook }) => {
    if (webhook.deletedAt) throw new ApiError('invalid_state', 'The webhook was deleted.');
    const [event] = await tx.select(events, { where: eq(events.sequence, row.eventSequence), limit: 1 });
    if (!event) throw new ApiError('invalid_state', 'The event is no longer stored.');
    requireQuota(ctx.limits.chargeWebhookResend(webhook.id), 'A webhook can have twenty resends a minute.');
    const order = { webhookNo: webhook.no, workspaceId: ctx.workspaceId, trigger: 'resend' as const, original: row };
    const { delivery, finished } = await ctx.delivery.sendOnce(tx.store, order);
    // Its result stands in the log; nobody waits for it here.
    finished.catch((error: unknown) => ctx.log.error({ err: error, delivery: delivery.id }, 'webhook resend failed'));
    return delivery;
  });

async function makeDue(ctx: WebhooksContext, tx: ScopedDb, { row, webhook }: Found): Promise<DeliveryRow> {
  const { pending, exhausted, canceled } = DELIVERY_STATE;
  if (webhook.deletedAt) throw new ApiError('invalid_state', 'The webhook was deleted.');
  if (row.trigger === 'test' || row.trigger === 'resend') {
    throw new ApiError('invalid_state', 'A test or a resend has only one attempt. Create a new one instead.');
  }
  const now = ctx.now();
  if (row.state === pending) return set(tx, row, { nextAt: now });
  if (row.state !== exhausted && row.state !== canceled) {
    throw new ApiError('invalid_state', 'The delivery is being sent or was delivered. Resend it instead.');
  }
  return set(tx, row, {
    state: pending,
    nextAt: now,
    budgetFrom: row.attempts - row.uncounted,
    cancelReason: null,
    completedAt: null,
  });
}

async function set(tx: ScopedDb, row: DeliveryRow, change: Partial<DeliveryRow>): Promise<DeliveryRow> {
  const [changed = row] = await tx.update(webhookDeliveries, eq(webhookDeliveries.id, row.id), change);
  return changed;
}

async function act(
  ctx: WebhooksContext,
  id: string,
  action: string,
  work: (tx: ScopedDb, found: Found, told: NewEvent[]) => Promise<DeliveryRow>,
): Promise<Delivery> {
  const { row, webhook } = await ctx.db.transaction(async (tx) => {
    const found = await requireDelivery(ctx, tx, id, { lock: true });
    const told: NewEvent[] = [];
    const changed = await work(tx, found, told);
    await audit(ctx, tx.store, { workspaceId: ctx.workspaceId, action, target: deliveryTarget(found.row) });
    await emit(ctx, tx.store, ctx.workspaceId, told);
    tx.store.afterCommit(() => ctx.delivery.wakeWebhook(found.webhook.no));
    return { row: changed, webhook: found.webhook };
  });
  return presentDelivery(row, webhook, momentOf(ctx));
}
