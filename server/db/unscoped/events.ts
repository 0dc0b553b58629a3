import { asc, eq, sql } from 'drizzle-orm';

import { queries, type Store } from '../database';
import { events, workspaceCounter } from '../schema';

/** Takes `count` numbers of the workspace and returns the last of them; the row stays locked until the commit. */
export async function takeSequences(tx: Store, workspaceId: string, count: number): Promise<number> {
  const [counter] = await queries(tx)
    .insert(workspaceCounter)
    .values({ workspaceId, lastSequence: count })
    .onConflictDoUpdate({
      target: workspaceCounter.workspaceId,
      set: { lastSequence: sql`${workspaceCounter.lastSequence} + ${count}` },
    })
    .returning({ lastSequence: workspaceCounter.lastSequence });
  return counter?.lastSequence ?? count;
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
