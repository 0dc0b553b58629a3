import { desc, isNotNull } from 'drizzle-orm';

import type { WebhooksContext } from '../context';
import { DELIVERY_STATE, webhookDeliveries, webhooks } from '../schema';

/** Where nothing but tests was delivered, so many of the last deliveries are looked at: a failing flood costs no more. */
const LOOKED_AT = 100;

/** Whether anything ever reached a receiver, one that was deleted since included; of tests, lately. */
export async function hasDelivered({ db }: Pick<WebhooksContext, 'db'>): Promise<boolean> {
  const events = await db.select(webhooks, { where: isNotNull(webhooks.lastSuccessAt), limit: 1 });
  if (events.length > 0) return true;
  const last = await db.select(webhookDeliveries, { orderBy: [desc(webhookDeliveries.createdAt)], limit: LOOKED_AT });
  return last.some(({ state }) => state === DELIVERY_STATE.succeeded);
}
