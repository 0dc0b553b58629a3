import type { EventType } from '../../../shared/events/events';
import { runStatement, type Store, timeOf } from '../../db/database';

export interface Behind {
  workspaceId: string;
  /** Number of its last event. */
  last: number;
}

const BEHIND = `select c.workspace_id, w.last_sequence from event_cursors c
  join workspace_counter w on w.workspace_id = c.workspace_id
  where c.consumer = $1 and c.workspace_id > $2 and w.last_sequence > c.sequence order by c.workspace_id limit $3`;

/** A page of the workspaces with events that a consumer has not processed, in the order of their ids. */
export async function workspacesBehind(
  store: Store,
  consumer: string,
  after: string,
  limit: number,
): Promise<Behind[]> {
  const rows = await runStatement(store, BEHIND, [consumer, after, limit]);
  return rows.map(([workspaceId, last]) => ({ workspaceId: String(workspaceId), last: Number(last) }));
}

/** Undefined where the consumer does not read the workspace. */
export async function readCursor(store: Store, consumer: string, workspaceId: string): Promise<number | undefined> {
  const [row] = await runStatement(
    store,
    'select sequence from event_cursors where consumer = $1 and workspace_id = $2',
    [consumer, workspaceId],
  );
  return row && Number(row[0]);
}

/** Starts a consumer at the next event of a workspace; no effect where it reads already. */
export async function beginCursor(tx: Store, consumer: string, workspaceId: string): Promise<void> {
  await runStatement(
    tx,
    `insert into event_cursors (consumer, workspace_id, sequence)
     values ($1, $2, coalesce((select last_sequence from workspace_counter where workspace_id = $2), 0))
     on conflict (consumer, workspace_id) do nothing`,
    [consumer, workspaceId],
  );
}

/** Moves a cursor and locks it until the commit; false where another process has moved it. */
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

/** Number of the last event of a workspace. */
export async function lastSequence(store: Store, workspaceId: string): Promise<number> {
  const [row] = await runStatement(store, 'select last_sequence from workspace_counter where workspace_id = $1', [
    workspaceId,
  ]);
  return row === undefined ? 0 : Number(row[0]);
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

/** Numbers and types of the next events, in order. */
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

/** Events of a workspace by their numbers, in order. */
export async function readEvents(
  store: Store,
  workspaceId: string,
  sequences: readonly number[],
): Promise<LoggedEvent[]> {
  if (sequences.length === 0) return [];
  const places = sequences.map((_, index) => `$${index + 2}`).join(', ');
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
    createdAt: new Date(timeOf(createdAt)),
  }));
}
