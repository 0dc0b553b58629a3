import { and, asc, eq, isNull, ne } from 'drizzle-orm';

import { SCOPES_OF_ROLE } from '../../../shared/access/scopes';
import { EVENTS, type EventType } from '../../../shared/events/events';
import { audit, requireScope, type WebhookCreators } from '../../access';
import type { ScopedDb } from '../../db/scoped';
import type { NewEvent } from '../../events/emit';
import { bumpWebhooksVersion } from '../../events/queries/events';
import type { WebhooksContext } from '../context';
import { cancelPendingDeliveries } from '../dispatcher/cancel-pending';
import { webhooks, type WebhookRow } from '../schema';
import { isVisibleWebhook, typesOfWebhook } from './patterns';
import { webhookTarget } from './present';
import { webhookEvent } from './webhook-event';

type Change = Partial<Pick<WebhookRow, 'status' | 'disabledReason' | 'disabledAt' | 'deletedAt'>>;
export type StateEvent = Extract<
  EventType,
  'webhook.paused' | 'webhook.disabled' | 'webhook.enabled' | 'webhook.deleted'
>;

/** Without `set` the state does not change. */
export interface StateChange {
  set?: Change;
  events?: NewEvent[];
}

export async function disabledChange(ctx: WebhooksContext, tx: ScopedDb, row: WebhookRow): Promise<StateChange> {
  if (row.status === 'disabled') return {};
  const now = ctx.now();
  const { events } = await cancelPendingDeliveries(tx.store, row.no, {
    reason: 'webhook_disabled',
    now,
    addressedOnly: true,
  });
  return { set: { status: 'disabled', disabledReason: 'user', disabledAt: now }, events };
}

export async function writeStateChange(
  ctx: WebhooksContext,
  tx: ScopedDb,
  before: WebhookRow,
  type: StateEvent,
  set: Change,
): Promise<{ after: WebhookRow; event: NewEvent }> {
  const now = ctx.now();
  const [after = before] = await tx.update(webhooks, eq(webhooks.id, before.id), {
    ...set,
    updatedAt: now,
    version: before.version + 1,
  });
  await bumpWebhooksVersion(tx.store, ctx.workspaceId);
  await audit(ctx, tx, type, webhookTarget(before));
  tx.store.afterCommit(() => ctx.delivery.wakeWebhook(before.no));
  return { after, event: webhookEvent(type, after, now) };
}

/** The caller emits the returned events. Webhooks that the caller cannot see stay. Throws 403. */
export async function disableWebhooksOf(
  ctx: WebhooksContext,
  tx: ScopedDb,
  creators: WebhookCreators,
): Promise<NewEvent[]> {
  requireScope(ctx, 'webhooks:write');
  const pendingEvents: NewEvent[] = [];
  for (const row of await webhooksOf(ctx, tx, creators)) {
    const { set = {}, events = [] } = await disabledChange(ctx, tx, row);
    const { event } = await writeStateChange(ctx, tx, row, 'webhook.disabled', set);
    pendingEvents.push(...events, event);
  }
  return pendingEvents;
}

export const countWebhooksOf = async (ctx: WebhooksContext, tx: ScopedDb, creators: WebhookCreators): Promise<number> =>
  (await webhooksOf(ctx, tx, creators)).length;

async function webhooksOf(
  ctx: WebhooksContext,
  tx: ScopedDb,
  { keyIds, userId, beyond }: WebhookCreators,
): Promise<WebhookRow[]> {
  const rows = await tx.select(webhooks, {
    where: and(isNull(webhooks.deletedAt), ne(webhooks.status, 'disabled')),
    orderBy: [asc(webhooks.no)],
    lock: true,
  });
  const isCreator = ({ createdBy }: WebhookRow): boolean =>
    'key_id' in createdBy ? keyIds.includes(createdBy.key_id) : createdBy.user_id === userId;
  const isBeyond = (row: WebhookRow): boolean =>
    beyond === undefined || !typesOfWebhook(row).every((type) => SCOPES_OF_ROLE[beyond].has(EVENTS[type].scope));
  return rows.filter((row) => isCreator(row) && isBeyond(row) && isVisibleWebhook(ctx, row));
}
