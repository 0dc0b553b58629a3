import { sql } from 'drizzle-orm';

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
