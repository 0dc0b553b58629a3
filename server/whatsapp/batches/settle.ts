import { eq, sql } from 'drizzle-orm';

import type { MessageStatus } from '../../../shared/whatsapp/message';
import { presentBatch } from '../present/batches';
import type { MessageRow } from '../present/messages';
import { hasOpenMessages, lockBatch } from '../queries/batches';
import { HELD } from '../queue/types';
import { waBatches } from '../schema/instances';
import type { Work } from '../work-types';

const OPEN: ReadonlySet<MessageStatus> = new Set(['scheduled', 'queued', 'sending']);
export const PAUSED = { reason: 'paused', until: null } as const;

export const PAUSED_COLUMNS = { priority: HELD, dueAt: null, expiresAt: null, waiting: PAUSED };

export async function batchStateFor(work: Work, { batchId }: MessageRow): Promise<'go' | 'wait' | 'cancel'> {
  const batch = batchId === null ? undefined : await lockBatch(work.tx, batchId);
  if (batch?.status === 'paused') return 'wait';
  return batch?.status === 'canceled' ? 'cancel' : 'go';
}

export async function settleBatch(work: Work, { batchId, status }: Pick<MessageRow, 'batchId' | 'status'>) {
  if (batchId === null || OPEN.has(status)) return;
  await completeBatch(work, batchId);
}

/** Needs results of all recipients. Locks the batch after its messages. */
export async function completeBatch(work: Work, batchId: string): Promise<void> {
  const held = await lockBatch(work.tx, batchId);
  if (!held || held.isCompleted || held.status === 'queued') return;
  if (await hasOpenMessages(work.tx, batchId)) return;
  const batch = await work.tx.get(waBatches, batchId);
  if (!batch || (batch.order.waiting.length > 0 && batch.status !== 'canceled')) return;

  const [after] = await work.tx.update(waBatches, eq(waBatches.id, batchId), {
    status: batch.status === 'canceled' ? 'canceled' : 'completed',
    completedAt: work.now,
    updatedAt: work.now,
    version: sql`${waBatches.version} + 1`,
  });
  if (after) work.raise('whatsapp.batch.completed', await presentBatch(work.tx, after));
}
