import { eq, sql } from 'drizzle-orm';

import type { Batch, BatchStatus, UpdateBatch } from '../../../shared/whatsapp/batch';
import { SEND_LIMITS } from '../../../shared/whatsapp/message-inputs';
import { ApiError } from '../../errors';
import { nextTurn } from '../../schedule';
import type { WhatsAppContext } from '../context';
import { requireTag, tagged } from '../etag';
import { onInstance } from '../messages/find';
import { type BatchRow, presentBatch } from '../present/batches';
import { waBatches } from '../schema/instances';
import { holdMessages, releaseMessages } from '../system/batches';
import type { Work } from '../work';
import { cancelNext } from './cancel';
import { batchIn } from './service';
import { completeBatch, PAUSED } from './settle';

/** Holds a batch, lets it go on, or ends it. Throws 409 `invalid_state` for one that has ended. */
export async function updateBatch(ctx: WhatsAppContext, input: UpdateBatch): Promise<Batch> {
  const { instance_id, batch_id, status } = input;
  // The instance is held first, then messages, then the batch: as all do who change them.
  const onIt = <T>(run: (work: Work) => Promise<T>): Promise<T> => onInstance(ctx, instance_id, run, { lock: true });

  await onIt(async (work) => {
    const row = await batchIn(work.tx, instance_id, batch_id);
    requireTag(ctx, row.version);
    if (row.status !== status && (row.status === 'completed' || row.status === 'canceled')) {
      throw new ApiError(
        'invalid_state',
        `The batch is ${row.status}. Only a batch that has not ended can be changed.`,
      );
    }
    await STEPS[status](ctx, work, row);
  });
  if (status === 'canceled') {
    while (await onIt((work) => cancelNext(work, batch_id))) await nextTurn();
  }
  return onIt(async (work) => {
    const after = await batchIn(work.tx, instance_id, batch_id);
    return tagged(ctx, after.version, await presentBatch(work.tx, after));
  });
}

type Step = (ctx: WhatsAppContext, work: Work, row: BatchRow) => Promise<void>;

const STEPS: Record<UpdateBatch['status'], Step> = {
  async paused(_ctx, work, row) {
    if (row.status === 'paused') return;
    await holdMessages(work.tx.store, row.id, PAUSED, work.now);
    await setStatus(work, row, 'paused');
  },

  async running(ctx, work, row) {
    if (row.status !== 'paused') return;
    const { store } = work.tx;
    if (row.rate === null) {
      const expiresAt = new Date(work.now.getTime() + SEND_LIMITS.expiresSeconds * 1000);
      await releaseMessages(store, row.id, { now: work.now, expiresAt, limit: row.total });
    } else {
      await holdMessages(store, row.id, { reason: 'pacing', until: null }, work.now);
    }
    await setStatus(work, row, row.order.waiting.length > 0 ? 'queued' : 'running');
    // Its last message may have got its result meanwhile.
    await completeBatch(work, row.id);
    store.afterCommit(() => {
      ctx.whatsapp.wake(row.instanceId);
      ctx.whatsapp.batches.wake();
    });
  },

  async canceled(_ctx, work, row) {
    if (row.status !== 'canceled') await setStatus(work, row, 'canceled');
  },
};

async function setStatus({ tx, now }: Work, { id }: BatchRow, status: BatchStatus): Promise<void> {
  const set = { status, updatedAt: now, version: sql`${waBatches.version} + 1` };
  const [after] = await tx.update(waBatches, eq(waBatches.id, id), set);
  if (!after) throw new ApiError('not_found');
}
