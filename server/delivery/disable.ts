import type { DisabledReason } from '../../shared/webhooks';
import type { Store } from '../db/database';
import { cancelOpenAddressed } from '../db/unscoped/delivery-ends';
import { updateWebhook, type WebhookRow } from '../db/unscoped/delivery-webhooks';
import { bumpWebhooksVersion } from '../db/unscoped/events';
import type { NewEvent } from '../events/emit';
import { presentWebhook } from '../features/webhooks/present';
import { deliveriesEnded } from './sinks';

/**
 * Disables a webhook whose row the transaction holds: what waits goes on waiting, what is addressed to it ends. Returns
 * the events to emit, last of all.
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
  const ended = await deliveriesEnded(tx, await cancelOpenAddressed(tx, row.no, now));
  await bumpWebhooksVersion(tx, row.workspaceId);
  return [...ended, { type: 'webhook.disabled', data: presentWebhook({ ...row, ...change }, now) }];
}
