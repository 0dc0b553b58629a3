import type { DisabledReason } from '../../../shared/webhooks/webhooks';
import type { Store } from '../../db/database';
import type { NewEvent } from '../../events/emit';
import { bumpWebhooksVersion } from '../../events/system/events';
import { webhookEvent } from '../endpoints/tell';
import { updateWebhook, type WebhookRow } from '../system/webhooks';
import { endPending } from './endings';

/**
 * Disables a webhook whose row the transaction holds: what waits goes on waiting, what is addressed to it ends, the rest
 * of very much within a minute. Returns the events to emit, last of all.
 */
export async function disableWebhook(
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
  await updateWebhook(tx, row.no, change);
  const ended = await endPending(tx, row.no, { reason: 'webhook_disabled', now, addressedOnly: true });
  await bumpWebhooksVersion(tx, row.workspaceId);
  return [...ended.events, webhookEvent('webhook.disabled', { ...row, ...change }, now)];
}
