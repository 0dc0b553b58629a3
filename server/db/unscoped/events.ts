import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';

import { queries, type Store } from '../database';
import { events, webhookDeliveries, webhooks, workspaceCounter } from '../schema';

/**
 * Takes `count` numbers of the workspace and returns the last of them, with the version of its webhooks. The row stays
 * locked until the commit, so both hold until then.
 */
export async function takeSequences(tx: Store, workspaceId: string, count: number) {
  const [counter] = await queries(tx)
    .insert(workspaceCounter)
    .values({ workspaceId, lastSequence: count })
    .onConflictDoUpdate({
      target: workspaceCounter.workspaceId,
      set: { lastSequence: sql`${workspaceCounter.lastSequence} + ${count}` },
    })
    .returning({ last: workspaceCounter.lastSequence, webhooksVersion: workspaceCounter.webhooksVersion });
  return counter ?? { last: count, webhooksVersion: 0 };
}

/** Says that the webhooks of a workspace changed: whoever emits reads them anew. Returns the number of the last event. */
export async function bumpWebhooksVersion(tx: Store, workspaceId: string): Promise<number> {
  const [counter] = await queries(tx)
    .insert(workspaceCounter)
    .values({ workspaceId, webhooksVersion: 1 })
    .onConflictDoUpdate({
      target: workspaceCounter.workspaceId,
      set: { webhooksVersion: sql`${workspaceCounter.webhooksVersion} + 1` },
    })
    .returning({ last: workspaceCounter.lastSequence });
  return counter?.last ?? 0;
}

/** Which of these dedupe keys the workspace has used. Only under the lock of `takeSequences`. */
export async function usedDedupeKeys(tx: Store, workspaceId: string, keys: string[]): Promise<Set<string>> {
  const rows = await queries(tx)
    .select({ key: events.dedupeKey })
    .from(events)
    .where(and(eq(events.workspaceId, workspaceId), inArray(events.dedupeKey, keys)));
  return new Set(rows.map(({ key }) => key ?? ''));
}

/** What `emit` matches with: the webhooks of a workspace, the disabled ones too for what is addressed to them. */
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
export type SubscriberRow = Awaited<ReturnType<typeof listSubscribers>>[number];

/** Databases bound the values of one statement. */
const ROWS_AT_A_TIME = 500;

export async function insertDeliveries(tx: Store, rows: (typeof webhookDeliveries.$inferInsert)[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_A_TIME) {
    await queries(tx)
      .insert(webhookDeliveries)
      .values(rows.slice(start, start + ROWS_AT_A_TIME));
  }
}

export async function insertEvents(tx: Store, rows: (typeof events.$inferInsert)[]): Promise<void> {
  await queries(tx).insert(events).values(rows);
}

/** Number of the oldest event that is kept, undefined when there is none, and of the newest that ever was. */
export async function readSequences(store: Store, workspaceId: string) {
  const db = queries(store);
  const [counter] = await db
    .select({ latest: workspaceCounter.lastSequence })
    .from(workspaceCounter)
    .where(eq(workspaceCounter.workspaceId, workspaceId));
  const [first] = await db
    .select({ sequence: events.sequence })
    .from(events)
    .where(eq(events.workspaceId, workspaceId))
    .orderBy(asc(events.sequence))
    .limit(1);
  return { oldest: first?.sequence, latest: counter?.latest ?? 0 };
}
