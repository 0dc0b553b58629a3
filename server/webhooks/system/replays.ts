import { and, asc, eq, inArray, ne } from 'drizzle-orm';

import { forUpdate, queries, type Store } from '../../db/database';
import { webhookDeliveries, webhookReplays, webhooks, type ReplayRow } from '../schema';

export function listOpenReplays(store: Store): Promise<ReplayRow[]> {
  return queries(store)
    .select()
    .from(webhookReplays)
    .where(inArray(webhookReplays.status, ['queued', 'running']))
    .orderBy(asc(webhookReplays.id));
}

/** Undefined when the replay has ended. */
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

/** In order of creation, without tests. */
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
