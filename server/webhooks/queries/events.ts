import { and, eq, gt, lte, asc } from 'drizzle-orm';

import { type Store, queries, runStatement } from '../../db/database';
import { placeholders } from '../../db/sql-text';
import { events } from '../../events/schema';

export async function readEventBodies(store: Store, workspaceId: string, sequences: readonly number[]) {
  const parameters = placeholders(sequences, 2);
  const rows = await runStatement(
    store,
    `select sequence, coalesce(thin_body, body), cause_depth from events
     where workspace_id = $1 and sequence in (${parameters})`,
    [workspaceId, ...sequences],
  );
  return new Map(
    rows.map(([sequence, body, depth]) => [Number(sequence), { text: String(body), depth: Number(depth ?? 0) }]),
  );
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

export type EventRow = typeof events.$inferSelect;
