import { eq, sql } from 'drizzle-orm';

import type { MessageStatus } from '../../../shared/whatsapp/message';
import { presentBatch } from '../present/batches';
import type { MessageRow } from '../present/messages';
import { HELD } from '../queue/types';
import { waBatches } from '../schema/instances';
import { hasOpenMessages, holdBatch } from '../system/batches';
import type { Work } from '../work';

const OPEN: ReadonlySet<MessageStatus> = new Set(['scheduled', 'queued', 'sending']);
export const PAUSED = { reason: 'paused', until: null } as const;

/** Columns of a message that waits while its batch is paused. */
export const PAUSED_COLUMNS = { priority: HELD, dueAt: null, expiresAt: null, hold: PAUSED };

/** What a batch wants of a message that did not leave and is to wait again: to go on, to be held back, or to end. */
export async function wishOf(work: Work, { batchId }: MessageRow): Promise<'go' | 'hold' | 'cancel'> {
  const batch = batchId === null ? undefined : await holdBatch(work.tx.store, batchId);
  if (batch?.status === 'paused') return 'hold';
  return batch?.status === 'canceled' ? 'cancel' : 'go';
}

/** A message of a batch has moved: with the last result the batch is completed, and that is told once. */
export async function settleBatch(work: Work, { batchId, status }: Pick<MessageRow, 'batchId' | 'status'>) {
  if (batchId === null || OPEN.has(status)) return;
  await completeBatch(work, batchId);
}

/** Completes a batch of which every recipient has a result. Holds the batch: messages are held before it. */
export async function completeBatch(work: Work, batchId: string): Promise<void> {
  const held = await holdBatch(work.tx.store, batchId);
  if (!held || held.isCompleted || held.status === 'queued') return;
  if (await hasOpenMessages(work.tx.store, batchId)) return;
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
