import { and, asc, eq, inArray, isNull, not } from 'drizzle-orm';

import type { SendErrorCode } from '../../../shared/whatsapp/send-errors';
import { scoped } from '../../db/scoped';
import { moveMessage } from '../connections/move';
import type { News } from '../drivers/news';
import type { InstanceRef } from '../engine-types';
import { waMessages } from '../schema/messages';
import { type Work, workOn } from '../work';
import { sendError } from './errors';
import { RELEASED } from './settle';
import { HELD, type MessageRow, type QueueContext, SLICE } from './types';

/** Does something with messages of an instance, held in one transaction; those that are gone are passed over. */
async function withMessages(
  ctx: QueueContext,
  of: InstanceRef,
  ids: readonly string[],
  each: (work: Work, row: MessageRow) => Promise<unknown>,
): Promise<void> {
  if (ids.length === 0) return;
  const db = scoped(ctx.database, of.workspaceId);
  const run = async (work: Work): Promise<void> => {
    const where = inArray(waMessages.id, [...ids]);
    for (const row of await work.tx.select(waMessages, { where, orderBy: [asc(waMessages.id)], lock: true })) {
      await each(work, row);
    }
  };
  // What waits again must not slip past a batch that is being paused, which holds the instance too.
  await workOn(ctx.work, db, of.id, run, { lock: true });
}

/**
 * Messages that were claimed or accepted, and nobody said what became of them. What certainly did not reach a provider
 * waits again; of the rest nobody can tell, and it is never sent again by itself. `before`: only those due by then.
 */
export async function recoverSends(
  ctx: QueueContext,
  of: InstanceRef,
  ids: readonly string[],
  before: number,
): Promise<void> {
  let isUnheard = false;
  await withMessages(ctx, of, ids, async (work, row) => {
    if (row.status !== 'sending' || row.dueAt === null || row.dueAt.getTime() > before) return;
    const at = work.now;
    if (row.leaseOwner !== null && row.dispatchedAt === null) {
      await moveMessage(
        work,
        row,
        { status: 'queued', at, source: 'api' },
        { ...RELEASED, dueAt: at },
        { quiet: true },
      );
      return;
    }
    await moveMessage(work, row, { status: 'unconfirmed', at, source: 'api' }, { ...RELEASED, dueAt: null });
    const { driver, lastWebhookAt } = work.instance;
    work.tx.store.afterCommit(() => ctx.suspect(of.id));
    isUnheard ||= driver === 'cloud' && row.acceptedAt !== null && lastWebhookAt === null;
  });
  if (isUnheard) await ctx.tell(of.id, [UNHEARD]);
}

/** Meta took a message, and has never called: its notifications go elsewhere. It ends with the first that comes. */
const UNHEARD: News = {
  kind: 'health',
  reason: { code: 'webhook_unverified', active: true, until: null, providerCode: null },
};

/** Claimed by this process and not given to the provider: they wait again. */
export const giveBack = (ctx: QueueContext, of: InstanceRef, ids: readonly string[]) =>
  withMessages(ctx, of, ids, async (work, row) => {
    if (row.status !== 'sending' || row.leaseOwner !== ctx.me || row.dispatchedAt !== null) return;
    const told = { status: 'queued', at: work.now, source: 'api' } as const;
    await moveMessage(work, row, told, { ...RELEASED, dueAt: work.now }, { quiet: true });
  });

/** Messages that were to be sent later, and are due. */
export const queueScheduled = (ctx: QueueContext, of: InstanceRef, ids: readonly string[]) =>
  withMessages(ctx, of, ids, async (work, row) => {
    if (row.status !== 'scheduled' || row.dueAt === null || row.dueAt > work.now) return;
    await moveMessage(work, row, { status: 'queued', at: work.now, source: 'api' }, { dueAt: work.now, hold: null });
  });

/** Messages that end here: too late, or without their file. */
export const endMessages = (
  ctx: QueueContext,
  of: InstanceRef,
  ended: readonly { id: string; code: SendErrorCode }[],
): Promise<void> => {
  const codes = new Map(ended.map(({ id, code }) => [id, code]));
  return withMessages(ctx, of, [...codes.keys()], async (work, row) => {
    const code = codes.get(row.id);
    const isWaiting = row.status === 'queued' || row.status === 'scheduled';
    const isOurs = row.leaseOwner === ctx.me && row.dispatchedAt === null;
    if (code === undefined || !(isWaiting || isOurs)) return;
    if (code === 'message_expired' && (row.expiresAt === null || row.expiresAt > work.now)) return;
    await moveMessage(work, row, { status: 'failed', at: work.now, source: 'api', error: sendError(code) });
  });
};

/** An instance has lost its connection: what waits says so, as far as one transaction reaches. */
export async function holdWaiting(work: Work): Promise<void> {
  const rows = await work.tx.select(waMessages, {
    where: and(eq(waMessages.instanceId, work.instance.id), eq(waMessages.status, 'queued'), isNull(waMessages.hold)),
    orderBy: [asc(waMessages.id)],
    limit: SLICE,
  });
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const where = and(inArray(waMessages.id, ids), eq(waMessages.status, 'queued'));
  await work.tx.update(waMessages, where, { hold: { reason: 'reconnecting', until: null } });
}

/** A file is here, or will not come: messages that wait for it go on or end. In the transaction that says so. */
export async function mediaSettled(work: Work, media: { id: string; status: string }): Promise<void> {
  const isHeld = eq(waMessages.priority, HELD);
  const where = and(eq(waMessages.mediaId, media.id), eq(waMessages.status, 'queued'), not(isHeld));
  await work.tx.update(waMessages, where, { dueAt: work.now, hold: null });
}

/** An instance is no more: what waits for it fails, some at a time. True while there may be more. */
export async function failWaiting(work: Work, code: SendErrorCode): Promise<boolean> {
  const rows = await work.tx.select(waMessages, {
    where: and(eq(waMessages.instanceId, work.instance.id), inArray(waMessages.status, ['scheduled', 'queued'])),
    orderBy: [asc(waMessages.id)],
    limit: SLICE,
    lock: true,
  });
  const error = sendError(code);
  for (const row of rows) await moveMessage(work, row, { status: 'failed', at: work.now, source: 'api', error });
  return rows.length === SLICE;
}
