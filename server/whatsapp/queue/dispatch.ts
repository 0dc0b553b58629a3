import { scoped } from '../../db/scoped';
import type { DriverInstance, LocalMedia, SendJob, SendOutcome } from '../drivers/driver';
import { markDispatched } from '../system/queue';
import type { InstanceRow } from '../work';
import type { Claimed } from './claim';
import { sendError } from './errors';
import { jobsFor } from './jobs';
import { endMessages, giveBack } from './overdue';
import { settle } from './settle';
import { LEASE_MS, type MessageRow, type QueueContext } from './types';
import { simulateTyping } from './typing';

/** Longer than every time limit of a driver: for one that never answers. */
const LONGEST_CALL_MS = 300_000;

/**
 * Gives claimed messages to the provider and writes what became of them, calling `done` for each. False when none could
 * be given: they wait again.
 */
export async function dispatch(
  ctx: QueueContext,
  { instance, messages }: Claimed,
  done: (id: string) => void,
): Promise<boolean> {
  const ids = messages.map(({ row }) => row.id);
  const db = scoped(ctx.database, instance.workspaceId);
  let jobs: Map<string, SendJob>;
  const isTyped = (id: string): boolean => (jobs.get(id)?.simulateTypingMs ?? 0) > 0;
  let revealed: DriverInstance;
  try {
    revealed = ctx.reveal(instance);
    const { files, lost } = await filesOf(ctx, messages);
    const rows = messages.map(({ row }) => row).filter(({ id }) => !lost.has(id));
    jobs = await jobsFor(db, rows, files);
    await endMessages(ctx, instance, endingsOf(ids, jobs, lost));
    const left = await mark(
      ctx,
      instance,
      [...jobs.keys()].filter((id) => !isTyped(id)),
    );
    for (const id of left) jobs.delete(id);
  } catch (error) {
    ctx.work.log.error({ err: error, instance: instance.id }, 'preparing messages failed; messages requeued');
    await giveBack(ctx, instance, ids).catch(() => {});
    for (const id of ids) done(id);
    return false;
  }

  for (const id of ids) if (!jobs.has(id)) done(id);
  const rowOf = new Map(messages.map(({ row }) => [row.id, row]));
  const give = (job: SendJob): Promise<void> => {
    const row = isTyped(job.messageId) ? rowOf.get(job.messageId) : undefined;
    return row ? sendTyped(ctx, { instance, revealed, row, job }) : send(ctx, instance, revealed, job);
  };
  await Promise.all([...jobs.values()].map((job) => give(job).finally(() => done(job.messageId))));
  return true;
}

/** After a pause in which the other side sees somebody type; it goes to the provider only then. */
async function sendTyped(
  ctx: QueueContext,
  { instance, revealed, row, job }: { instance: InstanceRow; revealed: DriverInstance; row: MessageRow; job: SendJob },
): Promise<void> {
  try {
    await simulateTyping(ctx, instance, revealed, row, job);
    if ((await mark(ctx, instance, [row.id])).length > 0) return;
  } catch (error) {
    ctx.work.log.error({ err: error, message: row.id }, 'preparing a message failed; message requeued');
    await giveBack(ctx, instance, [row.id]).catch(() => {});
    return;
  }
  await send(ctx, instance, revealed, job);
}

/**
 * Says that messages go to the provider now: committed before it hears of them, since without it they certainly did not
 * leave. Returns those that may not, which wait again.
 */
async function mark(ctx: QueueContext, instance: InstanceRow, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const now = ctx.work.now().getTime();
  const order = { ids, owner: ctx.me, now, leaseUntil: now + LEASE_MS };
  const marked = await ctx.database.transaction((tx) => markDispatched(tx, order));
  const left = ids.filter((id) => !marked.has(id));
  await giveBack(ctx, instance, left);
  return left;
}

async function filesOf(ctx: QueueContext, messages: Claimed['messages']) {
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
  ctx.figures.sent(instance.driver, outcome.outcome, performance.now() - began);
  try {
    await settle(ctx, instance, job, outcome);
  } catch (error) {
    // It waits for its lease, and is `unconfirmed` then: the provider’s own word still finds it.
    ctx.work.log.error({ err: error, message: job.messageId }, 'message result not saved');
  }
}

/** Drivers do not throw; one that does may have sent it. */
async function ask(ctx: QueueContext, instance: DriverInstance, job: SendJob): Promise<SendOutcome> {
  const driver = ctx.driver(instance.driver);
  if (driver === undefined) {
    return { outcome: 'refused', providerMessageId: null, error: sendError('driver_not_installed') };
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<SendOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ outcome: 'unknown', providerMessageId: null }), LONGEST_CALL_MS);
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
