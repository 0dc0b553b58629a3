import { isNotNull } from 'drizzle-orm';

import type { WorkspaceContext } from '../../context';
import { webhooks } from '../../db/schema';

/** Whether an event ever reached a receiver, one that was deleted since included. Tests do not count. */
export async function hasDelivered({ db }: Pick<WorkspaceContext, 'db'>): Promise<boolean> {
  return (await db.select(webhooks, { where: isNotNull(webhooks.lastSuccessAt), limit: 1 })).length > 0;
}
