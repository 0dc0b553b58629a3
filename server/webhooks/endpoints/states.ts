import type { EnableWebhook } from '../../../shared/webhooks/inputs';
import type { Webhook, WebhookId } from '../../../shared/webhooks/webhooks';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, firstOrNotFound } from '../../errors';
import { emit } from '../../events/emit';
import { requireVersion } from '../../preconditions';
import type { WebhooksContext } from '../context';
import { cancelPendingDeliveries } from '../dispatcher/cancel-pending';
import { webhooks, type WebhookRow } from '../schema';
import { requireWebhook } from './rules';
import { type StateChange, type StateEvent, disabledChange, writeStateChange } from './state-change';
import { presentWebhooks } from './stats';

/** Deliveries wait until the webhook is enabled. Throws 409 for a disabled webhook. */
export const pauseWebhook = (ctx: WebhooksContext, { webhook_id }: WebhookId): Promise<Webhook> =>
  change(ctx, webhook_id, 'webhook.paused', async (_, row) => {
    if (row.status === 'disabled') throw new ApiError('invalid_state', 'The webhook is disabled. Enable it first.');
    return row.status === 'paused' ? {} : { set: { status: 'paused' } };
  });

/** Waiting addressed deliveries are canceled, the rest of a long queue within a minute. */
export const disableWebhook = (ctx: WebhooksContext, { webhook_id }: WebhookId): Promise<Webhook> =>
  change(ctx, webhook_id, 'webhook.disabled', (tx, row) => disabledChange(ctx, tx, row));

/** Delivers again at once: a pause of the breaker or of `Retry-After` ends too. */
export async function enableWebhook(ctx: WebhooksContext, { webhook_id, pending }: EnableWebhook): Promise<Webhook> {
  // Waiting deliveries are canceled before the webhook is enabled, so that none is sent.
  if (pending === 'cancel') await cancelWaiting(ctx, webhook_id);
  return change(ctx, webhook_id, 'webhook.enabled', async (tx, row) => {
    await ctx.delivery.closeBreaker(tx.store, row.no);
    return row.status === 'active' ? {} : { set: { status: 'active', disabledReason: null, disabledAt: null } };
  });
}

async function cancelWaiting(ctx: WebhooksContext, id: string): Promise<void> {
  const createdUntil = ctx.now();
  for (let isFull = true; isFull;) {
    isFull = await ctx.db.transaction(async (tx) => {
      const { no } = await requireWebhook(ctx, tx, id, { lock: true });
      const ended = await cancelPendingDeliveries(tx.store, no, { reason: 'user', now: ctx.now(), createdUntil });
      await emit(ctx, tx, ended.events);
      return ended.isFull;
    });
  }
}

/** Waiting deliveries are canceled, the rest of a long queue within a minute. The delivery log stays. */
export async function deleteWebhook(ctx: WebhooksContext, { webhook_id }: WebhookId): Promise<void> {
  await change(ctx, webhook_id, 'webhook.deleted', async (tx, row) => {
    requireVersion(ctx, row.version);
    const now = ctx.now();
    const { events } = await cancelPendingDeliveries(tx.store, row.no, { reason: 'webhook_deleted', now });
    return { set: { deletedAt: now }, events };
  });
}

async function change(
  ctx: WebhooksContext,
  id: string,
  type: StateEvent,
  decide: (tx: ScopedDb, row: WebhookRow) => Promise<StateChange>,
): Promise<Webhook> {
  const row = await ctx.db.transaction(async (tx) => {
    const before = await requireWebhook(ctx, tx, id, { lock: true });
    const { set, events = [] } = await decide(tx, before);
    if (!set) tx.store.afterCommit(() => ctx.delivery.wakeWebhook(before.no));
    // Read again, since `decide` may have closed the breaker.
    if (!set) return tx.require(webhooks, id);

    const { after, event } = await writeStateChange(ctx, tx, before, type, set);
    await emit(ctx, tx, [...events, event]);
    return after;
  });
  return firstOrNotFound(await presentWebhooks(ctx, [row]));
}
