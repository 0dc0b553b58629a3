import { desc, isNotNull } from 'drizzle-orm';

import type { WebhooksContext } from '../context';
import { DELIVERY_STATE, webhookDeliveries, webhooks } from '../schema';

/** Only the latest deliveries are read, so that a flood of failures costs no more. */
const MAX_SCANNED = 100;

/** Whether a delivery ever succeeded, to deleted webhooks too. Test deliveries count only while they are recent. */
export async function hasDelivered({ db }: Pick<WebhooksContext, 'db'>): Promise<boolean> {
  const events = await db.select(webhooks, { where: isNotNull(webhooks.lastSuccessAt), limit: 1 });
  if (events.length > 0) return true;
  const last = await db.select(webhookDeliveries, { orderBy: [desc(webhookDeliveries.createdAt)], limit: MAX_SCANNED });
  return last.some(({ state }) => state === DELIVERY_STATE.succeeded);
}
