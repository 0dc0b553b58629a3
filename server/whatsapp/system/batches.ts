import type { BatchStatus } from '../../../shared/whatsapp/batch';
import type { MessageHold, MessageStatus } from '../../../shared/whatsapp/message';
import { runStatement, type Store, timeValue } from '../../db/database';
import { engine } from '../../db/engine';

/* Conditions of partial indexes are repeated exactly, since SQLite uses such an index for nothing else. */
const OPEN_BATCH = "b.status in ('queued', 'running')";
const LOCK = engine === 'postgres' ? ' for no key update' : '';
const HOLD = engine === 'postgres' ? '$2::text::jsonb' : '$2';

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
/** A loose index scan: one step for each instance. */
const WITH_UNWRITTEN = `with recursive t(i) as (
    select min(b.instance_id) from wa_batches b where ${UNWRITTEN}
    union all
    select (select min(b.instance_id) from wa_batches b where ${UNWRITTEN} and b.instance_id > t.i) from t
      where t.i is not null
  )
  select t.i from t where t.i is not null`;

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

/** Key of a batch among the rates of its instance. */
export const paceOf = (batchId: string): string => `batch:${batchId}`;

/** Batches whose rate allows messages now, of one instance or of all. */
export async function pacedBatches(
  store: Store,
  of: { now: number; limit: number; instanceId?: string | undefined },
): Promise<BatchRef[]> {
  const rows = await runStatement(
    store,
    `select b.id, b.workspace_id, b.instance_id from wa_batches b
     join wa_instances i on i.id = b.instance_id
     left join wa_pacing p on p.instance_id = b.instance_id and p.key = 'batch:' || b.id
     where b.status = 'running' and b.rate is not null and i.status = 'connected'
       and (p.theoretical_at is null or p.theoretical_at <= $1) and ($3 = '' or b.instance_id = $3)
       and exists (select 1 from wa_messages m where m.batch_id = b.id and m.batch_id is not null
         and m.status = 'queued' and m.priority = 3)
     order by b.id limit $2`,
    [timeValue(of.now), of.limit, of.instanceId ?? ''],
  );
  return rows.map(refOf);
}

export async function countBatchMessages(
  store: Store,
  workspaceId: string,
  batchIds: readonly string[],
): Promise<Map<string, Map<MessageStatus, number>>> {
  const counts = new Map<string, Map<MessageStatus, number>>(batchIds.map((id) => [id, new Map()]));
  if (batchIds.length === 0) return counts;
  const places = batchIds.map((_, index) => `$${index + 2}`).join(', ');
  const rows = await runStatement(
    store,
    `select batch_id, status, count(*) from wa_messages
     where workspace_id = $1 and batch_id in (${places}) and batch_id is not null group by batch_id, status`,
    [workspaceId, ...batchIds],
  );
  for (const [id, status, count] of rows) counts.get(String(id))?.set(status as MessageStatus, Number(count));
  return counts;
}

/** Locks the batch until the transaction ends. */
export async function holdBatch(
  tx: Store,
  batchId: string,
): Promise<{ status: BatchStatus; isCompleted: boolean } | undefined> {
  const [row] = await runStatement(tx, `select status, completed_at from wa_batches where id = $1${LOCK}`, [batchId]);
  return row && { status: row[0] as BatchStatus, isCompleted: row[1] !== null };
}

export async function hasOpenMessages(tx: Store, batchId: string): Promise<boolean> {
  const rows = await runStatement(
    tx,
    `select 1 from wa_messages where batch_id = $1 and batch_id is not null
       and status in ('scheduled', 'queued', 'sending') limit 1`,
    [batchId],
  );
  return rows.length > 0;
}

const WAITING = `from wa_messages where batch_id = $1 and batch_id is not null and status = 'queued'`;

/** Holds waiting messages of a batch back; they do not expire meanwhile. */
export async function holdMessages(tx: Store, batchId: string, hold: MessageHold, now: Date): Promise<void> {
  // In the order in which every transaction locks messages.
  if (engine === 'postgres') await runStatement(tx, `select id ${WAITING} order by id${LOCK}`, [batchId]);
  await runStatement(
    tx,
    `update wa_messages set priority = 3, due_at = null, expires_at = null, hold = ${HOLD}, updated_at = $3,
       version = version + 1
     where batch_id = $1 and batch_id is not null and status = 'queued'`,
    [batchId, JSON.stringify(hold), timeValue(now.getTime())],
  );
}

/** Queues the first `limit` messages that a batch holds back. Returns how many. */
export async function releaseMessages(
  tx: Store,
  batchId: string,
  { now, expiresAt, limit }: { now: Date; expiresAt: Date; limit: number },
): Promise<number> {
  const rows = await runStatement(
    tx,
    `update wa_messages set priority = 2, due_at = $2, expires_at = $3, hold = null, updated_at = $2,
       version = version + 1
     where id in (select id ${WAITING} and priority = 3 order by id limit $4${LOCK}) returning id`,
    [batchId, timeValue(now.getTime()), timeValue(expiresAt.getTime()), limit],
  );
  return rows.length;
}
