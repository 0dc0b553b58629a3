import { and, eq, sql } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { webhookDeliveries } from '../schema';

export async function countReplayed(store: Store, workspaceId: string, replayId: string) {
  const rows = await queries(store)
    .select({ state: webhookDeliveries.state, count: sql<number | string>`count(*)` })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.workspaceId, workspaceId), eq(webhookDeliveries.replayId, replayId)))
    .groupBy(webhookDeliveries.state);
  const of = (state: number): number => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return { succeeded: of(2), exhausted: of(3) };
}
