import { and, asc, eq, gt, inArray, lte, lt, sql } from 'drizzle-orm';

import { queries, type Store } from '../database';
import { given } from '../match';
import { events, webhookDeliveries } from '../schema';

interface EventRange {
  after: number;
  until: number;
  createdAfter: Date | null;
  createdBefore: Date | null;
}

/** Events of a workspace in order of their numbers, as a replay reads them. */
export function readEventsInRange(store: Store, workspaceId: string, range: EventRange, limit: number) {
  return queries(store)
    .select({
      id: events.id,
      type: events.type,
      sequence: events.sequence,
      body: events.body,
      addressedTo: events.addressedTo,
      createdAt: events.createdAt,
    })
    .from(events)
    .where(
      and(
        eq(events.workspaceId, workspaceId),
        gt(events.sequence, range.after),
        lte(events.sequence, range.until),
        given(range.createdAfter ?? undefined, (time) => gt(events.createdAt, time)),
        given(range.createdBefore ?? undefined, (time) => lt(events.createdAt, time)),
      ),
    )
    .orderBy(asc(events.sequence))
    .limit(limit);
}

/** Every delivery of these events to a webhook, the oldest first; resends too, tests have no number. */
export function readDeliveriesOfEvents(store: Store, workspaceId: string, webhookNo: number, sequences: number[]) {
  return queries(store)
    .select({
      no: webhookDeliveries.no,
      sequence: webhookDeliveries.eventSequence,
      state: webhookDeliveries.state,
      cancelReason: webhookDeliveries.cancelReason,
    })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.workspaceId, workspaceId),
        eq(webhookDeliveries.webhookNo, webhookNo),
        inArray(webhookDeliveries.eventSequence, sequences),
      ),
    )
    .orderBy(asc(webhookDeliveries.no));
}

/** How the deliveries of a replay ended so far. */
export async function countReplayed(store: Store, workspaceId: string, webhookNo: number, replayId: string) {
  const rows = await queries(store)
    .select({ state: webhookDeliveries.state, count: sql<number | string>`count(*)` })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.workspaceId, workspaceId),
        eq(webhookDeliveries.webhookNo, webhookNo),
        eq(webhookDeliveries.replayId, replayId),
      ),
    )
    .groupBy(webhookDeliveries.state);
  const of = (state: number): number => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return { succeeded: of(2), exhausted: of(3) };
}
