import { and, eq, inArray } from 'drizzle-orm';

import type { Page } from '../../../shared/page';
import type { Batch, BatchId, ListBatches, ListBatchMessages } from '../../../shared/whatsapp/batch';
import type { Message } from '../../../shared/whatsapp/message';
import { given } from '../../db/match';
import type { ScopedDb } from '../../db/scoped';
import { pageOfRows } from '../../paging';
import type { WhatsAppContext } from '../context';
import { tagged } from '../etag';
import { requireInstance, requireOfInstance } from '../instances/find';
import { type BatchRow, presentBatch, presentBatches } from '../present/batches';
import { presentMessages } from '../present/messages';
import { waBatches } from '../schema/instances';
import { waMessages } from '../schema/messages';

export async function listBatches(
  ctx: WhatsAppContext,
  { instance_id, limit, cursor, status }: ListBatches,
): Promise<Page<Batch>> {
  await requireInstance(ctx, instance_id);
  const where = and(
    eq(waBatches.instanceId, instance_id),
    given(status, (one) => eq(waBatches.status, one)),
  );
  const request = { limit, cursor, where, filters: { instance_id, status } };
  return pageOfRows(ctx.db, waBatches, request, (rows) => presentBatches(ctx.db, rows));
}

export async function getBatch(ctx: WhatsAppContext, { instance_id, batch_id }: BatchId): Promise<Batch> {
  await requireInstance(ctx, instance_id);
  const row = await batchIn(ctx.db, instance_id, batch_id);
  return tagged(ctx, row.version, await presentBatch(ctx.db, row));
}

export async function listBatchMessages(
  ctx: WhatsAppContext,
  { instance_id, batch_id, limit, cursor, status }: ListBatchMessages,
): Promise<Page<Message>> {
  const instance = await requireInstance(ctx, instance_id);
  await batchIn(ctx.db, instance_id, batch_id);
  const where = and(
    eq(waMessages.batchId, batch_id),
    given(status, (some) => inArray(waMessages.status, some)),
  );
  const request = { limit, cursor, order: 'asc', where, filters: { batch_id, status } } as const;
  return pageOfRows(ctx.db, waMessages, request, (rows) => presentMessages(ctx, ctx.db, rows, [instance]));
}

export const batchIn = async (db: ScopedDb, instanceId: string, id: string): Promise<BatchRow> =>
  requireOfInstance(await db.get(waBatches, id), instanceId);
