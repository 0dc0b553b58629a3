import { eq, sql } from 'drizzle-orm';

import type { Batch, BatchStatus, UpdateBatch } from '../../../shared/whatsapp/batch';
import { SEND_LIMITS } from '../../../shared/whatsapp/message-inputs';
import { ApiError } from '../../errors';
import { nextTurn } from '../../next-turn';
import type { WhatsAppContext } from '../context';
import { requireTag, tagged } from '../etag';
import { onInstance } from '../messages/find';
import { type BatchRow, presentBatch } from '../present/batches';
import { pauseMessages, releaseMessages } from '../queries/batches';
import { waBatches } from '../schema/instances';
import type { Work } from '../work-types';
import { cancelNext } from './cancel';
import { batchIn } from './service';
import { completeBatch, PAUSED } from './settle';

/** Throws 409 `invalid_state` for an ended batch. */
export async function updateBatch(ctx: WhatsAppContext, input: UpdateBatch): Promise<Batch> {
  const { instance_id, batch_id, status } = input;
  // Lock order: instance, messages, batch.
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
    await pauseMessages(work.tx, row.id, PAUSED, work.now);
    await setStatus(work, row, 'paused');
  },

  async running(ctx, work, row) {
    if (row.status !== 'paused') return;
    if (row.rate === null) {
      const expiresAt = new Date(work.now.getTime() + SEND_LIMITS.expiresSeconds * 1000);
      await releaseMessages(work.tx, row.id, { now: work.now, expiresAt, limit: row.total });
    } else {
      await pauseMessages(work.tx, row.id, { reason: 'pacing', until: null }, work.now);
    }
    await setStatus(work, row, row.order.waiting.length > 0 ? 'queued' : 'running');
    // Its last message may have ended meanwhile.
    await completeBatch(work, row.id);
    work.tx.store.afterCommit(() => {
      ctx.whatsapp.wake(work.instance);
      ctx.whatsapp.wakeBatches(work.instance);
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
