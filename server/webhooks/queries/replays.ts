import { and, eq, inArray, sql } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { DELIVERY_STATE, webhookDeliveries, webhookReplays, type ReplayRow } from '../schema';

export async function countReplayed(store: Store, workspaceId: string, replayId: string) {
  const rows = await queries(store)
    .select({ state: webhookDeliveries.state, count: sql<number | string>`count(*)` })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.workspaceId, workspaceId), eq(webhookDeliveries.replayId, replayId)))
    .groupBy(webhookDeliveries.state);
  const countOf = (state: number): number => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return { succeeded_count: countOf(DELIVERY_STATE.succeeded), exhausted_count: countOf(DELIVERY_STATE.exhausted) };
}

export async function countOpenReplayed(
  store: Store,
  { workspaceId, webhookNo }: Pick<ReplayRow, 'workspaceId' | 'webhookNo'>,
  maximum: number,
): Promise<number> {
  const db = queries(store);
  const replays = db
    .select({ id: webhookReplays.id })
    .from(webhookReplays)
    .where(and(eq(webhookReplays.workspaceId, workspaceId), eq(webhookReplays.webhookNo, webhookNo)));
  const open = db
    .select({ no: webhookDeliveries.no })
    .from(webhookDeliveries)
    .where(
      and(
        inArray(webhookDeliveries.replayId, replays),
        inArray(webhookDeliveries.state, [DELIVERY_STATE.pending, DELIVERY_STATE.leased]),
      ),
    )
    .limit(maximum)
    .as('open');
  const [row] = await db.select({ count: sql<number | string>`count(*)` }).from(open);
  return Number(row?.count ?? 0);
}
