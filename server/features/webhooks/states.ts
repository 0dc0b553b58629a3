import { eq } from 'drizzle-orm';

import type { EventType } from '../../../shared/events';
import type { EnableWebhook } from '../../../shared/webhook-inputs';
import type { Webhook, WebhookId } from '../../../shared/webhooks';
import type { WorkspaceContext } from '../../context';
import { webhooks } from '../../db/schema';
import type { ScopedDb } from '../../db/scoped';
import { bumpWebhooksVersion } from '../../db/unscoped/events';
import { cancelPending } from '../../db/unscoped/webhook-figures';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { requireVersion } from '../../preconditions';
import { audit } from '../audit/write';
import { presentWebhooks } from './figures';
import { presentWebhook, type WebhookRow, webhookTarget } from './present';
import { requireWebhook } from './rules';

type Change = Partial<Pick<WebhookRow, 'status' | 'disabledReason' | 'disabledAt' | 'deletedAt'>>;
type StateEvent = Extract<EventType, 'webhook.paused' | 'webhook.disabled' | 'webhook.enabled' | 'webhook.deleted'>;

/** Deliveries wait from now on. Throws 409 for a disabled webhook. */
export const pauseWebhook = (ctx: WorkspaceContext, { webhook_id }: WebhookId): Promise<Webhook> =>
  change(ctx, webhook_id, 'webhook.paused', async (_, row) => {
    if (row.status === 'disabled') throw new ApiError('invalid_state', 'The webhook is disabled: enable it first.');
    return row.status === 'paused' ? undefined : { status: 'paused' };
  });

/** Events are not delivered from now on; what is addressed to it and waits is canceled. */
export const disableWebhook = (ctx: WorkspaceContext, { webhook_id }: WebhookId): Promise<Webhook> =>
  change(ctx, webhook_id, 'webhook.disabled', async (tx, row) => {
    if (row.status === 'disabled') return undefined;
    const now = ctx.now();
    await cancelPending(tx.store, row, { reason: 'webhook_disabled', now, addressedOnly: true });
    return { status: 'disabled', disabledReason: 'user', disabledAt: now };
  });

/** Delivers again, at once: a pause of the breaker or of `Retry-After` ends too. */
export const enableWebhook = (ctx: WorkspaceContext, { webhook_id, pending }: EnableWebhook): Promise<Webhook> =>
  change(ctx, webhook_id, 'webhook.enabled', async (tx, row) => {
    await ctx.delivery.closeBreaker(tx.store, row.no);
    if (pending === 'cancel') await cancelPending(tx.store, row, { reason: 'user', now: ctx.now() });
    return row.status === 'active' ? undefined : { status: 'active', disabledReason: null, disabledAt: null };
  });

/** Removes a webhook; what waits is canceled, what was delivered stays in the log. */
export async function deleteWebhook(ctx: WorkspaceContext, { webhook_id }: WebhookId): Promise<void> {
  await change(ctx, webhook_id, 'webhook.deleted', async (tx, row) => {
    requireVersion(ctx, row.version);
    const now = ctx.now();
    await cancelPending(tx.store, row, { reason: 'webhook_deleted', now });
    return { deletedAt: now };
  });
}

/** One change of state with its audit entry and event; `decide` returns nothing when it is so already. */
async function change(
  ctx: WorkspaceContext,
  id: string,
  type: StateEvent,
  decide: (tx: ScopedDb, row: WebhookRow) => Promise<Change | undefined>,
): Promise<Webhook> {
  const row = await ctx.db.transaction(async (tx) => {
    const before = await requireWebhook(ctx, tx, id, { lock: true });
    const set = await decide(tx, before);
    tx.store.afterCommit(() => ctx.delivery.wakeWebhook(before.no));
    // Read anew: `decide` may have closed the breaker.
    if (!set) return tx.require(webhooks, id);

    const now = ctx.now();
    const [after = before] = await tx.update(webhooks, eq(webhooks.id, id), {
      ...set,
      updatedAt: now,
      version: before.version + 1,
    });
    await bumpWebhooksVersion(tx.store, ctx.workspaceId);
    await audit(ctx, tx.store, { workspaceId: ctx.workspaceId, action: type, target: webhookTarget(before) });
    await emit(ctx, tx.store, ctx.workspaceId, [{ type, data: presentWebhook(after, now) }]);
    return after;
  });
  const [webhook] = await presentWebhooks(ctx, [row]);
  return webhook ?? presentWebhook(row, ctx.now());
}
