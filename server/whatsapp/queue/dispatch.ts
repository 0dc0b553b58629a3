import { scoped } from '../../db/scoped';
import type { DriverInstance, LocalMedia, SendJob, SendResult } from '../drivers/driver';
import type { MessageRow } from '../present/messages';
import { sendError } from '../send-error';
import { markDispatched } from '../system/queue';
import type { InstanceRow } from '../work-types';
import type { ClaimedMessages } from './claim';
import { jobsFor } from './jobs';
import { endMessages, returnToQueue } from './overdue';
import { settle } from './settle';
import { LEASE_MS, type QueueContext } from './types';
import { simulateTyping } from './typing';

/** Longer than every driver timeout; only a driver that never answers reaches it. */
const MAX_CALL_MS = 300_000;

/** Calls `done` after the result of each message is written. */
export async function dispatch(
  ctx: QueueContext,
  { instance, messages }: ClaimedMessages,
  done: (id: string) => void,
): Promise<void> {
  const ids = messages.map(({ row }) => row.id);
  if (ids.length === 0) return;
  const db = scoped(ctx.database, instance.workspaceId);
  const revealed = ctx.reveal(instance);
  const { files, lost } = await filesOf(ctx, messages);
  const rows = messages.map(({ row }) => row).filter(({ id }) => !lost.has(id));
  const jobs = await jobsFor(db, rows, files);
  const isTyped = (id: string): boolean => (jobs.get(id)?.simulateTypingMs ?? 0) > 0;
  await endMessages(ctx, instance, endingsOf(ids, jobs, lost));
  const left = await mark(
    ctx,
    instance,
    [...jobs.keys()].filter((id) => !isTyped(id)),
  );
  for (const id of left) jobs.delete(id);

  for (const id of ids) if (!jobs.has(id)) done(id);
  const rowOf = new Map(messages.map(({ row }) => [row.id, row]));
  const give = (job: SendJob): Promise<void> => {
    const row = isTyped(job.messageId) ? rowOf.get(job.messageId) : undefined;
    return row ? sendTyped(ctx, { instance, revealed, row, job }) : send(ctx, instance, revealed, job);
  };
  await Promise.all([...jobs.values()].map((job) => give(job).finally(() => done(job.messageId))));
}

async function sendTyped(
  ctx: QueueContext,
  { instance, revealed, row, job }: { instance: InstanceRow; revealed: DriverInstance; row: MessageRow; job: SendJob },
): Promise<void> {
  try {
    await simulateTyping(ctx, instance, revealed, row, job);
    if ((await mark(ctx, instance, [row.id])).length > 0) return;
  } catch (error) {
    ctx.work.log.error({ err: error, message: row.id }, 'preparing a message failed; message requeued');
    await returnToQueue(ctx, instance, [row.id]).catch(() => {});
    return;
  }
  await send(ctx, instance, revealed, job);
}

/** Committed before the provider call. Returns those that may not be sent and wait again. */
async function mark(ctx: QueueContext, instance: InstanceRow, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const now = ctx.work.now().getTime();
  const order = { ids, owner: ctx.me, now, leaseUntil: now + LEASE_MS };
  const marked = await ctx.database.transaction((tx) => markDispatched(tx, order));
  const left = ids.filter((id) => !marked.has(id));
  await returnToQueue(ctx, instance, left);
  return left;
}

async function filesOf(ctx: QueueContext, messages: ClaimedMessages['messages']) {
  const files = new Map<string, LocalMedia>();
  const lost = new Set<string>();
  for (const { row, media } of messages) {
    if (media === undefined) continue;
    const local = await ctx.media.local(media);
    if (local === undefined) lost.add(row.id);
    else files.set(row.id, local);
  }
  return { files, lost };
}

const endingsOf = (ids: readonly string[], jobs: ReadonlyMap<string, SendJob>, lost: ReadonlySet<string>) =>
  ids
    .filter((id) => !jobs.has(id))
    .map((id) => ({ id, code: lost.has(id) ? ('media_download_failed' as const) : ('invalid_recipient' as const) }));

async function send(ctx: QueueContext, instance: InstanceRow, revealed: DriverInstance, job: SendJob): Promise<void> {
  const began = performance.now();
  const outcome = await ask(ctx, revealed, job);
  ctx.sendMetrics.sent(instance.driver, outcome.outcome, performance.now() - began);
  try {
    await settle(ctx, instance, job, outcome);
  } catch (error) {
    // Its lease expires and it becomes `unconfirmed`; a later provider event still finds it.
    ctx.work.log.error({ err: error, message: job.messageId }, 'message result not saved');
  }
}

/** A driver that throws despite its contract may have sent the message. */
async function ask(ctx: QueueContext, instance: DriverInstance, job: SendJob): Promise<SendResult> {
  const driver = ctx.driver(instance.driver);
  if (driver === undefined) {
    return { outcome: 'refused', providerMessageId: null, error: sendError('driver_not_installed') };
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<SendResult>((resolve) => {
    timer = setTimeout(() => resolve({ outcome: 'unknown', providerMessageId: null }), MAX_CALL_MS);
  });
  try {
    return await Promise.race([driver.send(instance, job), late]);
  } catch (error) {
    ctx.work.log.error({ err: error, message: job.messageId }, 'driver failed');
    return { outcome: 'unknown', providerMessageId: null };
  } finally {
    clearTimeout(timer);
  }
}
