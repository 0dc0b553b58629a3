import { inArray, eq, and, sql, asc } from 'drizzle-orm';

import { type Store, queries, runStatement } from '../../db/database';
import { insertRows } from '../../db/insert-new';
import { events, workspaceCounter } from '../schema';

const RESERVE_SEQUENCES = `insert into workspace_counter (workspace_id, last_sequence, webhooks_version) values ($1, $2, 0)
  on conflict (workspace_id) do update set last_sequence = workspace_counter.last_sequence + $2
  returning last_sequence, webhooks_version`;

/** Returns the last number and the version of the webhooks. The row stays locked until the commit. */
export async function reserveSequences(tx: Store, workspaceId: string, count: number) {
  const [counter] = await runStatement(tx, RESERVE_SEQUENCES, [workspaceId, count]);
  return { last: Number(counter?.[0] ?? count), webhooksVersion: Number(counter?.[1] ?? 0) };
}

/** The next `emit` reloads the webhooks. Returns the number of the last event. */
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

/** Requires the lock of `reserveSequences`. */
export async function usedDedupeKeys(tx: Store, workspaceId: string, keys: string[]): Promise<Set<string>> {
  const rows = await queries(tx)
    .select({ key: events.dedupeKey })
    .from(events)
    .where(and(eq(events.workspaceId, workspaceId), inArray(events.dedupeKey, keys)));
  return new Set(rows.map(({ key }) => key ?? ''));
}

export const insertEvents = (tx: Store, rows: readonly (typeof events.$inferSelect)[]): Promise<void> =>
  insertRows(tx, events, rows);

/** `oldest` is undefined when no event is kept. */
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
