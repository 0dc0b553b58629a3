import type { DisabledReason } from '../../../shared/webhooks/webhooks';
import type { Store } from '../../db/database';
import type { NewEvent } from '../../events/emit';
import { bumpWebhooksVersion } from '../../events/queries/events';
import { webhookEvent } from '../endpoints/webhook-event';
import type { WebhookRow } from '../schema';
import { updateWebhookRow } from '../system/webhooks';
import { cancelPendingDeliveries } from './cancel-pending';

/** Requires the lock on the webhook. Addressed deliveries end, others wait. Returns the events to emit. */
export async function disableFailingWebhook(
  tx: Store,
  row: WebhookRow,
  reason: DisabledReason,
  now: Date,
): Promise<NewEvent[]> {
  const change = {
    status: 'disabled' as const,
    disabledReason: reason,
    disabledAt: now,
    updatedAt: now,
    version: row.version + 1,
  };
  await updateWebhookRow(tx, row.no, change);
  const ended = await cancelPendingDeliveries(tx, row.no, { reason: 'webhook_disabled', now, addressedOnly: true });
  await bumpWebhooksVersion(tx, row.workspaceId);
  return [...ended.events, webhookEvent('webhook.disabled', { ...row, ...change }, now)];
}
