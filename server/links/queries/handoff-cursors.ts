import { and, eq, inArray } from 'drizzle-orm';

import { queries, runStatement, type Store } from '../../db/database';
import { eventCursors } from '../../work/schema/cursors';

const FORWARD = `insert into event_cursors (consumer, workspace_id, sequence) values ($1, $2, $3)
  on conflict (consumer, workspace_id) do update set sequence = $3 where event_cursors.sequence < $3
  returning sequence`;
const FROM = `insert into event_cursors (consumer, workspace_id, sequence) values ($1, $2, $3)
  on conflict (consumer, workspace_id) do update set sequence = $3 where event_cursors.sequence = $4
  returning sequence`;

/** Returns false when the cursor has moved, so that nothing is processed twice. */
export async function moveHandoffCursor(
  tx: Store,
  { consumer, workspaceId }: { consumer: string; workspaceId: string },
  to: number,
  from?: number,
): Promise<boolean> {
  const values = [consumer, workspaceId, to];
  const rows = await (from === undefined
    ? runStatement(tx, FORWARD, values)
    : runStatement(tx, FROM, [...values, from]));
  return rows.length > 0;
}

export async function readCursors(
  store: Store,
  workspaceId: string,
  consumers: readonly string[],
): Promise<Map<string, number>> {
  const rows = await queries(store)
    .select({ consumer: eventCursors.consumer, sequence: eventCursors.sequence })
    .from(eventCursors)
    .where(and(eq(eventCursors.workspaceId, workspaceId), inArray(eventCursors.consumer, [...consumers])));
  return new Map(rows.map(({ consumer, sequence }) => [consumer, sequence]));
}
