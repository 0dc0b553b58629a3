import type { BatchStatus } from '../../../shared/whatsapp/batch';
import type { MessageStatus, MessageWait } from '../../../shared/whatsapp/message';
import { runStatement, type Store, timeValue } from '../../db/database';
import { FOR_UPDATE, jsonColumn } from '../../db/dialect';
import { lockInOrder } from '../../db/locks';
import type { ScopedDb } from '../../db/scoped';
import { placeholders } from '../../db/sql-text';

export async function countBatchMessages(
  store: Store,
  workspaceId: string,
  batchIds: readonly string[],
): Promise<Map<string, Map<MessageStatus, number>>> {
  const counts = new Map<string, Map<MessageStatus, number>>(batchIds.map((id) => [id, new Map()]));
  if (batchIds.length === 0) return counts;
  const places = placeholders(batchIds, 2);
  const rows = await runStatement(
    store,
    `select batch_id, status, count(*) from wa_messages
     where workspace_id = $1 and batch_id in (${places}) and batch_id is not null group by batch_id, status`,
    [workspaceId, ...batchIds],
  );
  for (const [id, status, count] of rows) counts.get(String(id))?.set(status as MessageStatus, Number(count));
  return counts;
}

export async function lockBatch(
  { store, workspaceId }: ScopedDb,
  batchId: string,
): Promise<{ status: BatchStatus; isCompleted: boolean } | undefined> {
  const [row] = await runStatement(
    store,
    `select status, completed_at from wa_batches where workspace_id = $1 and id = $2${FOR_UPDATE}`,
    [workspaceId, batchId],
  );
  return row && { status: row[0] as BatchStatus, isCompleted: row[1] !== null };
}

const OF_BATCH = 'from wa_messages where workspace_id = $1 and batch_id = $2 and batch_id is not null';
const WAITING = `${OF_BATCH} and status = 'queued'`;

export async function hasOpenMessages({ store, workspaceId }: ScopedDb, batchId: string): Promise<boolean> {
  const rows = await runStatement(
    store,
    `select 1 ${OF_BATCH} and status in ('scheduled', 'queued', 'sending') limit 1`,
    [workspaceId, batchId],
  );
  return rows.length > 0;
}

/** Paused messages do not expire. */
export async function pauseMessages(
  { store, workspaceId }: ScopedDb,
  batchId: string,
  waiting: MessageWait,
  now: Date,
): Promise<void> {
  // In the order in which every transaction locks messages.
  await lockInOrder(store, WAITING, [workspaceId, batchId]);
  await runStatement(
    store,
    `update wa_messages set priority = 3, due_at = null, expires_at = null, waiting = ${jsonColumn('$3')}, updated_at = $4,
       version = version + 1
     where workspace_id = $1 and batch_id = $2 and batch_id is not null and status = 'queued'`,
    [workspaceId, batchId, JSON.stringify(waiting), timeValue(now.getTime())],
  );
}

export async function releaseMessages(
  { store, workspaceId }: ScopedDb,
  batchId: string,
  { now, expiresAt, limit }: { now: Date; expiresAt: Date; limit: number },
): Promise<number> {
  const rows = await runStatement(
    store,
    `update wa_messages set priority = 2, due_at = $3, expires_at = $4, waiting = null, updated_at = $3,
       version = version + 1
     where id in (select id ${WAITING} and priority = 3 order by id limit $5${FOR_UPDATE}) returning id`,
    [workspaceId, batchId, timeValue(now.getTime()), timeValue(expiresAt.getTime()), limit],
  );
  return rows.length;
}
