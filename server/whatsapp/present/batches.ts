import type { InferSelectModel } from 'drizzle-orm';

import { Batch, type BatchCounts } from '../../../shared/whatsapp/batch';
import type { MessageStatus } from '../../../shared/whatsapp/message';
import type { ScopedDb } from '../../db/scoped';
import { presentAs } from '../../present-as';
import { countBatchMessages } from '../queries/batches';
import type { waBatches } from '../schema/instances';

export type BatchRow = InferSelectModel<typeof waBatches>;

export async function presentBatches(db: ScopedDb, rows: readonly BatchRow[]): Promise<Batch[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await countBatchMessages(db.store, db.workspaceId, ids);
  return rows.map((row) =>
    presentAs(Batch, row, {
      object: 'whatsapp.batch',
      content: row.order.content,
      counts: countsOf(row, counts.get(row.id) ?? new Map()),
    }),
  );
}

export async function presentBatch(db: ScopedDb, row: BatchRow): Promise<Batch> {
  const [batch] = await presentBatches(db, [row]);
  if (!batch) throw new Error('One row is one batch.');
  return batch;
}

function countsOf({ status, total, order }: BatchRow, found: ReadonlyMap<MessageStatus, number>): BatchCounts {
  const of = (...statuses: MessageStatus[]): number => statuses.reduce((sum, one) => sum + (found.get(one) ?? 0), 0);
  // Recipients without a message have the status of the batch.
  const unwritten = order.waiting.length;
  return {
    total,
    queued: of('scheduled', 'queued', 'sending') + (status === 'canceled' ? 0 : unwritten),
    sent: of('sent'),
    delivered: of('delivered'),
    read: of('read', 'played'),
    failed: of('failed'),
    unconfirmed: of('unconfirmed'),
    canceled: of('canceled') + (status === 'canceled' ? unwritten : 0),
  };
}
