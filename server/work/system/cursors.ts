import { runStatement, type Store } from '../../db/database';

interface Behind {
  workspaceId: string;
  last: number;
}

const BEHIND = `select c.workspace_id, w.last_sequence from event_cursors c
  join workspace_counter w on w.workspace_id = c.workspace_id
  where c.consumer = $1 and c.workspace_id > $2 and w.last_sequence > c.sequence order by c.workspace_id limit $3`;

export async function workspacesBehind(
  store: Store,
  consumer: string,
  after: string,
  limit: number,
): Promise<Behind[]> {
  const rows = await runStatement(store, BEHIND, [consumer, after, limit]);
  return rows.map(([workspaceId, last]) => ({ workspaceId: String(workspaceId), last: Number(last) }));
}
