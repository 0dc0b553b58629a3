import { and, asc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm';

import { forUpdate, queries, type Store } from '../../db/database';
import { events } from '../../events/schema';
import { DELIVERY_STATE, webhookDeliveries, webhookReplays, webhooks } from '../schema';

export type ReplayRow = typeof webhookReplays.$inferSelect;

/** Replays with deliveries left to add. */
export function listOpenReplays(store: Store): Promise<ReplayRow[]> {
  return queries(store)
    .select()
    .from(webhookReplays)
    .where(inArray(webhookReplays.status, ['queued', 'running']))
    .orderBy(asc(webhookReplays.id));
}

/** Locks a replay and its webhook; undefined when it has ended. */
export async function lockReplay(tx: Store, id: string): Promise<ReplayRow | undefined> {
  const query = queries(tx)
    .select()
    .from(webhookReplays)
    .where(and(eq(webhookReplays.id, id), inArray(webhookReplays.status, ['queued', 'running'])));
  const [row] = await forUpdate(query);
  return row;
}

export async function readReplayWebhook(store: Store, webhookNo: number) {
  const [row] = await queries(store).select().from(webhooks).where(eq(webhooks.no, webhookNo));
  return row;
}

export async function updateReplay(tx: Store, id: string, set: Partial<ReplayRow>): Promise<void> {
  await queries(tx).update(webhookReplays).set(set).where(eq(webhookReplays.id, id));
}

export async function countOpenReplayed(
  store: Store,
  { workspaceId, webhookNo }: Pick<ReplayRow, 'workspaceId' | 'webhookNo'>,
  most: number,
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
    .limit(most)
    .as('open');
  const [row] = await db.select({ count: sql<number | string>`count(*)` }).from(open);
  return Number(row?.count ?? 0);
}

export function readEventsAfter(
  store: Store,
  range: { workspaceId: string; after: number; until: number; limit: number },
) {
  return queries(store)
    .select()
    .from(events)
    .where(
      and(
        eq(events.workspaceId, range.workspaceId),
        gt(events.sequence, range.after),
        lte(events.sequence, range.until),
      ),
    )
    .orderBy(asc(events.sequence))
    .limit(range.limit);
}
export type EventRow = Awaited<ReturnType<typeof readEventsAfter>>[number];

/** Deliveries of these events to a webhook in order of creation, without tests. */
export async function readDeliveriesOf(store: Store, webhookNo: number, sequences: readonly number[]) {
  const { no, eventSequence, state, cancelReason } = webhookDeliveries;
  const rows = await queries(store)
    .select({ no, eventSequence, state, cancelReason })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookNo, webhookNo),
        inArray(eventSequence, [...sequences]),
        ne(webhookDeliveries.trigger, 'test'),
      ),
    );
  // With ORDER BY, SQLite would scan all deliveries of the webhook instead of looking these up.
  return rows.toSorted((a, b) => a.no - b.no);
}
