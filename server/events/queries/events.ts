import { inArray, eq, and, sql } from 'drizzle-orm';

import { type Store, queries, readRows, runStatement } from '../../db/database';
import { insertRows } from '../../db/insert-new';
import { events, workspaceCounter } from '../schema';

const RESERVE_SEQUENCES = `insert into workspace_counter (workspace_id, last_sequence, webhooks_version) values ($1, $2, 0)
  on conflict (workspace_id) do update set last_sequence = workspace_counter.last_sequence + $2
  returning last_sequence, webhooks_version`;

/** Locks the counter until the commit. Returns its last number and the version of the webhooks. */
export async function reserveSequences(tx: Store, workspaceId: string, count: number) {
  const [counter] = await runStatement(tx, RESERVE_SEQUENCES, [workspaceId, count]);
  return { last: Number(counter?.[0] ?? count), webhooksVersion: Number(counter?.[1] ?? 0) };
}

/** Makes the next `emit` reload the webhooks. Returns the number of the last event. */
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

const READ_SEQUENCES = `select (select min(sequence) from events where "workspace_id" = $1),
  (select last_sequence from workspace_counter where "workspace_id" = $1)`;

/** `oldest` is undefined when no event is kept. */
export async function readSequences(store: Store, workspaceId: string) {
  const [row = []] = await readRows(store, READ_SEQUENCES, [workspaceId]);
  const [oldest, latest] = row;
  return { oldest: oldest === null ? undefined : Number(oldest), latest: Number(latest ?? 0) };
}
