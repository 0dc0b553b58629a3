import { and, eq, isNull } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { webhooks } from '../schema';

/** Includes disabled webhooks, for events that are addressed to them. */
export function listSubscribers(tx: Store, workspaceId: string) {
  return queries(tx)
    .select({
      no: webhooks.no,
      id: webhooks.id,
      events: webhooks.events,
      selectors: webhooks.selectors,
      grant: webhooks.grant,
      status: webhooks.status,
    })
    .from(webhooks)
    .where(and(eq(webhooks.workspaceId, workspaceId), isNull(webhooks.deletedAt)));
}
