import { and, asc, eq, isNull, ne } from 'drizzle-orm';

import type { EventType } from '../../../shared/events/events';
import { audit } from '../../access/audit/write';
import type { ScopedDb } from '../../db/scoped';
import type { NewEvent } from '../../events/emit';
import { bumpWebhooksVersion } from '../../events/system/events';
import type { WebhooksContext } from '../context';
import { endPending } from '../dispatcher/endings';
import { webhooks } from '../schema';
import { isVisible } from './patterns';
import { type WebhookRow, webhookTarget } from './present';
import { requireScope } from './rules';
import { webhookEvent } from './tell';

type Change = Partial<Pick<WebhookRow, 'status' | 'disabledReason' | 'disabledAt' | 'deletedAt'>>;
export type StateEvent = Extract<
  EventType,
  'webhook.paused' | 'webhook.disabled' | 'webhook.enabled' | 'webhook.deleted'
>;

/** What a change of state comes to; without `set` it is so already. */
export interface Decided {
  set?: Change;
  events?: NewEvent[];
}

/** Ends what is addressed to a webhook and waits, on its way to be disabled. */
export async function toDisabled(ctx: WebhooksContext, tx: ScopedDb, row: WebhookRow): Promise<Decided> {
  if (row.status === 'disabled') return {};
  const now = ctx.now();
  const { events } = await endPending(tx.store, row.no, { reason: 'webhook_disabled', now, addressedOnly: true });
  return { set: { status: 'disabled', disabledReason: 'user', disabledAt: now }, events };
}

/** Writes a state with its audit entry, and returns the event to emit. */
export async function writeState(
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
  await audit(ctx, tx.store, { workspaceId: ctx.workspaceId, action: type, target: webhookTarget(before) });
  tx.store.afterCommit(() => ctx.delivery.wakeWebhook(before.no));
  return { after, event: webhookEvent(type, after, now) };
}

/**
 * Disables the webhooks that a key made, as a part of the caller’s transaction, who emits what it returns. Those that
 * are not there for the caller stay. Throws 403.
 */
export async function disableWebhooksOf(ctx: WebhooksContext, tx: ScopedDb, keyId: string): Promise<NewEvent[]> {
  requireScope(ctx, 'webhooks:write');
  const rows = await tx.select(webhooks, {
    where: and(isNull(webhooks.deletedAt), ne(webhooks.status, 'disabled')),
    orderBy: [asc(webhooks.no)],
    lock: true,
  });
  const told: NewEvent[] = [];
  for (const row of rows) {
    if (!('key_id' in row.createdBy) || row.createdBy.key_id !== keyId || !isVisible(ctx, row)) continue;
    const { set = {}, events = [] } = await toDisabled(ctx, tx, row);
    const { event } = await writeState(ctx, tx, row, 'webhook.disabled', set);
    told.push(...events, event);
  }
  return told;
}
