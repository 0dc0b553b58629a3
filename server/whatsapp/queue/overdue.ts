import { and, asc, eq, inArray, isNull, not } from 'drizzle-orm';

import type { SendErrorCode } from '../../../shared/whatsapp/send-errors';
import { moveMessage } from '../connections/move';
import type { DriverEvent } from '../drivers/driver-events';
import { traitsOf } from '../drivers/registry';
import type { InstanceRef } from '../engine-types';
import type { MessageRow } from '../present/messages';
import { waMessages } from '../schema/messages';
import { sendError } from '../send-error';
import { workLocked } from '../work';
import type { Work } from '../work-types';
import { RELEASED } from './settle';
import { HELD, type QueueContext, SLICE } from './types';

/** Locks the messages in one transaction; deleted ones are skipped. */
async function withMessages(
  ctx: QueueContext,
  of: InstanceRef,
  ids: readonly string[],
  each: (work: Work, row: MessageRow) => Promise<unknown>,
): Promise<void> {
  if (ids.length === 0) return;
  // The lock on the instance excludes a batch that is being paused.
  await workLocked(ctx.work, ctx.database, of, async (work) => {
    const where = inArray(waMessages.id, [...ids]);
    for (const row of await work.tx.select(waMessages, { where, orderBy: [asc(waMessages.id)], lock: true })) {
      await each(work, row);
    }
  });
}

/** Certainly unsent messages wait again; the others become `unconfirmed` and are never resent. */
export async function recoverSends(
  ctx: QueueContext,
  of: InstanceRef,
  ids: readonly string[],
  before: number,
): Promise<void> {
  let isUnverified = false;
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
    isUnverified ||= traitsOf(driver).hasWebhook && row.acceptedAt !== null && lastWebhookAt === null;
  });
  if (isUnverified) await ctx.report(of.id, [WEBHOOK_UNVERIFIED]);
}

/** Meta accepted a message but never called the webhook. The first notification clears the reason. */
const WEBHOOK_UNVERIFIED: DriverEvent = {
  kind: 'health',
  reason: { code: 'webhook_unverified', active: true, until: null, providerCode: null },
};

/** Expects messages that this process claimed but did not send. */
export const returnToQueue = (ctx: QueueContext, of: InstanceRef, ids: readonly string[]) =>
  withMessages(ctx, of, ids, async (work, row) => {
    if (row.status !== 'sending' || row.leaseOwner !== ctx.me || row.dispatchedAt !== null) return;
    const report = { status: 'queued', at: work.now, source: 'api' } as const;
    await moveMessage(work, row, report, { ...RELEASED, dueAt: work.now }, { quiet: true });
  });

export const queueScheduled = (ctx: QueueContext, of: InstanceRef, ids: readonly string[]) =>
  withMessages(ctx, of, ids, async (work, row) => {
    if (row.status !== 'scheduled' || row.dueAt === null || row.dueAt > work.now) return;
    await moveMessage(work, row, { status: 'queued', at: work.now, source: 'api' }, { dueAt: work.now, waiting: null });
  });

/** For messages that expired, or whose file is missing. */
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

/** Waiting messages show the lost connection, up to the limit of one transaction. */
export async function markWaiting(work: Work): Promise<void> {
  const rows = await work.tx.select(waMessages, {
    where: and(
      eq(waMessages.instanceId, work.instance.id),
      eq(waMessages.status, 'queued'),
      isNull(waMessages.waiting),
    ),
    orderBy: [asc(waMessages.id)],
    limit: SLICE,
  });
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const where = and(inArray(waMessages.id, ids), eq(waMessages.status, 'queued'));
  await work.tx.update(waMessages, where, { waiting: { reason: 'reconnecting', until: null } });
}

/** Continues or fails messages that wait for a file, in the same transaction. */
export async function mediaSettled(work: Work, media: { id: string; status: string }): Promise<void> {
  const isHeld = eq(waMessages.priority, HELD);
  const where = and(eq(waMessages.mediaId, media.id), eq(waMessages.status, 'queued'), not(isHeld));
  await work.tx.update(waMessages, where, { dueAt: work.now, waiting: null });
}

/** Fails messages of a deleted instance in slices. True while more follow. */
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
