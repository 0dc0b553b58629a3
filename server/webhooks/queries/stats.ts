import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm';

import { queries, runStatement, type Store } from '../../db/database';
import { webhookAttempts, webhookDeliveries, webhookStats } from '../schema';

/** Longer queues are not counted completely. */
const MAX_COUNTED = 10_000;

/** Waiting deliveries per webhook, counted up to 10,000, and the time of the next one. */
export async function readQueueStats(store: Store, workspaceId: string, nos: readonly number[]) {
  const db = queries(store);
  const found = new Map<number, { pending: number; nextAt: Date | null }>();
  for (const no of nos) {
    const waiting = db
      .select({ nextAt: webhookDeliveries.nextAt })
      .from(webhookDeliveries)
      .where(
        and(
          eq(webhookDeliveries.workspaceId, workspaceId),
          eq(webhookDeliveries.webhookNo, no),
          // The literal matches the partial index; a bound value would not.
          sql`${webhookDeliveries.state} = 0`,
        ),
      )
      .orderBy(webhookDeliveries.nextAt)
      .limit(MAX_COUNTED)
      .as('waiting');
    const [row] = await db
      .select({
        pending: sql<number | string>`count(*)`,
        nextAt: sql`min(${waiting.nextAt})`.mapWith(webhookDeliveries.nextAt),
      })
      .from(waiting);
    found.set(no, { pending: Number(row?.pending ?? 0), nextAt: (row?.nextAt as Date | null | undefined) ?? null });
  }
  return found;
}

/** Attempts by hour, oldest first, without tests and resends. Hours without attempts are left out. */
export async function readHourlyStats(
  store: Store,
  workspaceId: string,
  nos: readonly number[],
  { from, to }: { from: Date; to?: Date },
) {
  if (nos.length === 0) return [];
  const { webhookNo: no, hour, succeeded, failed, totalMs } = webhookStats;
  return queries(store)
    .select({ no, hour, succeeded, failed, totalMs })
    .from(webhookStats)
    .where(
      and(
        eq(webhookStats.workspaceId, workspaceId),
        inArray(no, [...nos]),
        gte(hour, from),
        to === undefined ? undefined : lt(hour, to),
      ),
    )
    .orderBy(asc(hour));
}

/** The delivery of a webhook `rows` before `before`; undefined when there are fewer. */
export async function deliveryBefore(
  store: Store,
  {
    workspaceId,
    webhookNo,
    before,
    rows,
    isExhausted,
  }: { workspaceId: string; webhookNo: number; before: number; rows: number; isExhausted: boolean },
): Promise<number | undefined> {
  const [row] = await runStatement(
    store,
    `select no from webhook_deliveries where webhook_no = (select no from webhooks where workspace_id = $4 and no = $1)
       and no < $2 ${isExhausted ? 'and state = 3' : ''}
     order by no desc limit 1 offset $3`,
    [webhookNo, before, rows - 1, workspaceId],
  );
  return row === undefined ? undefined : Number(row[0]);
}

export async function readAttempts(
  store: Store,
  workspaceId: string,
  deliveryNo: number,
  { after = 0, limit }: { after?: number; limit: number },
) {
  return queries(store)
    .select()
    .from(webhookAttempts)
    .where(
      and(
        eq(webhookAttempts.workspaceId, workspaceId),
        eq(webhookAttempts.deliveryNo, deliveryNo),
        sql`${webhookAttempts.number} > ${after}`,
      ),
    )
    .orderBy(webhookAttempts.number)
    .limit(limit);
}
