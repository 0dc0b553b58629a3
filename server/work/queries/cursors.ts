import type { EventType } from '../../../shared/events/events';
import { type Store, runStatement, timeFromDatabase } from '../../db/database';
import { placeholders } from '../../db/sql-text';

/** Undefined if the consumer does not read the workspace. */
export async function readCursor(store: Store, consumer: string, workspaceId: string): Promise<number | undefined> {
  const [row] = await runStatement(
    store,
    'select sequence from event_cursors where consumer = $1 and workspace_id = $2',
    [consumer, workspaceId],
  );
  return row && Number(row[0]);
}

export async function beginCursor(tx: Store, consumer: string, workspaceId: string): Promise<void> {
  await runStatement(
    tx,
    `insert into event_cursors (consumer, workspace_id, sequence)
     values ($1, $2, coalesce((select last_sequence from workspace_counter where workspace_id = $2), 0))
     on conflict (consumer, workspace_id) do nothing`,
    [consumer, workspaceId],
  );
}

/** Locks the cursor until the commit. Returns false if another process has moved it. */
export async function moveCursor(
  tx: Store,
  consumer: string,
  workspaceId: string,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const rows = await runStatement(
    tx,
    `update event_cursors set sequence = $4 where consumer = $1 and workspace_id = $2 and sequence = $3
     returning sequence`,
    [consumer, workspaceId, from, to],
  );
  return rows.length > 0;
}

export interface LoggedEvent {
  id: string;
  sequence: number;
  type: EventType;
  body: string;
  addressedTo: string | null;
  requires: string | null;
  causeRunId: string | null;
  causeDepth: number;
  createdAt: Date;
}

export async function nextTypes(
  store: Store,
  workspaceId: string,
  after: number,
  limit: number,
): Promise<{ sequence: number; type: string }[]> {
  const rows = await runStatement(
    store,
    'select sequence, type from events where workspace_id = $1 and sequence > $2 order by sequence limit $3',
    [workspaceId, after, limit],
  );
  return rows.map(([sequence, type]) => ({ sequence: Number(sequence), type: String(type) }));
}

export async function readEvents(
  store: Store,
  workspaceId: string,
  sequences: readonly number[],
): Promise<LoggedEvent[]> {
  if (sequences.length === 0) return [];
  const places = placeholders(sequences, 2);
  const rows = await runStatement(
    store,
    `select id, sequence, type, body, addressed_to, requires, cause_run_id, cause_depth, created_at from events
     where workspace_id = $1 and sequence in (${places}) order by sequence`,
    [workspaceId, ...sequences],
  );
  return rows.map(([id, sequence, type, body, addressedTo, requires, causeRunId, causeDepth, createdAt]) => ({
    id: String(id),
    sequence: Number(sequence),
    type: type as EventType,
    body: String(body),
    addressedTo: addressedTo as string | null,
    requires: requires as string | null,
    causeRunId: causeRunId as string | null,
    causeDepth: Number(causeDepth ?? 0),
    createdAt: new Date(timeFromDatabase(createdAt)),
  }));
}
