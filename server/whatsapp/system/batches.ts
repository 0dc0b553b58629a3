import { runStatement, type Store, timeFromDatabase } from '../../db/database';
import { withDistinctValues } from '../../db/sql-text';

/* Conditions of partial indexes are repeated exactly, since SQLite uses such an index for nothing else. */
const OPEN_BATCH = "b.status in ('queued', 'running')";
export interface BatchRef {
  id: string;
  workspaceId: string;
  instanceId: string;
}

const refOf = ([id, workspaceId, instanceId]: readonly unknown[]): BatchRef => ({
  id: String(id),
  workspaceId: String(workspaceId),
  instanceId: String(instanceId),
});

const UNWRITTEN = `b.status = 'queued' and ${OPEN_BATCH}`;
const WITH_UNWRITTEN = `${withDistinctValues({ table: 'wa_batches b', column: 'b.instance_id', where: UNWRITTEN })}
  select t.value from t where t.value is not null`;

export async function instancesWithUnwritten(store: Store): Promise<string[]> {
  const rows = await runStatement(store, WITH_UNWRITTEN, []);
  return rows.map(([id]) => String(id));
}

export async function unwrittenBatches(store: Store, instanceId: string, limit: number): Promise<BatchRef[]> {
  const rows = await runStatement(
    store,
    `select b.id, b.workspace_id, b.instance_id from wa_batches b
     where ${UNWRITTEN} and b.instance_id = $1 order by b.id limit $2`,
    [instanceId, limit],
  );
  return rows.map(refOf);
}

/** Canceled batches with messages that are not canceled yet, of one instance or of all. */
export async function halfCanceledBatches(store: Store, limit: number, instanceId?: string): Promise<BatchRef[]> {
  const rows = await runStatement(
    store,
    `select b.id, b.workspace_id, b.instance_id from wa_batches b
     where b.status = 'canceled' and b.completed_at is null and ($2 = '' or b.instance_id = $2)
       and exists (select 1 from wa_messages m where m.batch_id = b.id and m.batch_id is not null
         and m.status in ('scheduled', 'queued'))
     order by b.id limit $1`,
    [limit, instanceId ?? ''],
  );
  return rows.map(refOf);
}

export const paceOf = (batchId: string): string => `batch:${batchId}`;

/** Batches with a rate that hold messages back, of one instance or of all, and when the next may go. */
export async function pacedBatches(store: Store, instanceId = ''): Promise<(BatchRef & { at: number })[]> {
  const rows = await runStatement(
    store,
    `select b.id, b.workspace_id, b.instance_id, p.theoretical_at from wa_batches b
     join wa_instances i on i.id = b.instance_id
     left join wa_pacing p on p.instance_id = b.instance_id and p.key = 'batch:' || b.id
     where b.status = 'running' and b.rate is not null and i.status = 'connected' and ($1 = '' or b.instance_id = $1)
       and exists (select 1 from wa_messages m where m.batch_id = b.id and m.batch_id is not null
         and m.status = 'queued' and m.priority = 3)
     order by b.id`,
    [instanceId],
  );
  return rows.map((row) => ({ ...refOf(row), at: row[3] === null ? 0 : timeFromDatabase(row[3]) }));
}
