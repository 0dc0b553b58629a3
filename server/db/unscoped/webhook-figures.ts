import { and, eq, gte, inArray, notInArray, sql } from 'drizzle-orm';

import type { CancelReason } from '../../../shared/webhook-deliveries';
import { queries, type Store } from '../database';
import { DELIVERY_STATE, webhookAttempts, webhookDeliveries, webhookStats } from '../schema';

/** A longer queue is not counted to its end. */
const COUNTED = 10_000;

/** How many deliveries of each webhook wait, counted up to 10,000, and when the next is due. */
export async function readQueues(store: Store, workspaceId: string, nos: readonly number[]) {
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
          // As the partial index spells it: a bound value would not be recognised.
          sql`${webhookDeliveries.state} = 0`,
        ),
      )
      .orderBy(webhookDeliveries.nextAt)
      .limit(COUNTED)
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

/** Part of the attempts since then that succeeded, 0 to 1, of webhooks that made any. */
export async function readRates(store: Store, workspaceId: string, nos: number[], since: Date) {
  if (nos.length === 0) return new Map<number, number>();
  const rows = await queries(store)
    .select({
      no: webhookStats.webhookNo,
      succeeded: sql<number | string>`sum(${webhookStats.succeeded})`,
      failed: sql<number | string>`sum(${webhookStats.failed})`,
    })
    .from(webhookStats)
    .where(
      and(
        eq(webhookStats.workspaceId, workspaceId),
        inArray(webhookStats.webhookNo, nos),
        gte(webhookStats.hour, since),
      ),
    )
    .groupBy(webhookStats.webhookNo);
  return new Map(
    rows.map(({ no, succeeded, failed }) => {
      const all = Number(succeeded) + Number(failed);
      return [no, all === 0 ? 0 : Number(succeeded) / all] as const;
    }),
  );
}

interface Canceling {
  reason: CancelReason;
  now: Date;
  addressedOnly?: boolean;
  /** Events of these types go on waiting. */
  exceptTypes?: readonly string[];
}

/** Ends what waits for a webhook. */
export async function cancelPending(
  tx: Store,
  webhook: { no: number; workspaceId: string },
  { reason, now, addressedOnly = false, exceptTypes = [] }: Canceling,
): Promise<void> {
  await queries(tx)
    .update(webhookDeliveries)
    .set({ state: DELIVERY_STATE.canceled, cancelReason: reason, completedAt: now })
    .where(
      and(
        eq(webhookDeliveries.workspaceId, webhook.workspaceId),
        eq(webhookDeliveries.webhookNo, webhook.no),
        sql`${webhookDeliveries.state} = 0`,
        addressedOnly ? eq(webhookDeliveries.addressed, true) : undefined,
        exceptTypes.length > 0 ? notInArray(webhookDeliveries.eventType, [...exceptTypes]) : undefined,
      ),
    );
}

/** The requests of one delivery, from the first on. */
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
