import { eq } from 'drizzle-orm';

import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../shared/durations';
import { scoped } from '../../db/scoped';
import { waInstances } from '../schema/instances';
import { type Holding, markSocketClosed, postponeSocket, workspaceDeletedAt } from '../system/sockets';
import { workOn } from '../work';
import type { InstanceRow } from '../work-types';
import { closeHere } from './close-here';
import type { SocketContext } from './types';

const FIRST_PAUSE_MS = 30 * SECOND_MS;
const MAX_PAUSE_MS = HOUR_MS;
/** From then on the phone shows a device that can no longer connect, until its user removes it. */
const MAX_TRYING_MS = 7 * DAY_MS;

/**
 * Unlinks the account from its phone and deletes its credentials. With a deleted instance the credentials are kept
 * until WhatsApp has confirmed it; otherwise once is enough, since the instance may be linked again.
 */
export async function reachLoggedOut(ctx: SocketContext, holding: Holding, instance: InstanceRow): Promise<void> {
  const { id, fence } = holding;
  const socket = ctx.driver(instance.driver)?.socket;
  const isDone = async (unlink: () => Promise<void> | undefined): Promise<boolean> => {
    try {
      await unlink();
      return socket !== undefined;
    } catch (error) {
      ctx.work.log.warn({ err: error, instance: id }, 'logout at the provider failed');
      return false;
    }
  };

  const isUnlinked = ctx.held.has(id) && (await isDone(() => socket?.logout(id)));
  await closeHere(ctx, id);
  if (!isUnlinked && !(await isDone(() => socket?.unlink(ctx.reveal(instance), fence)))) {
    const dueAt = await nextTry(ctx, instance);
    if (dueAt !== undefined) return postponeSocket(ctx.database, holding, dueAt);
  }
  await socket?.wipe(id, fence);
  await finish(ctx, holding, instance);
}

/** Undefined when it is not tried again. The pauses grow with the time that has passed. */
async function nextTry(
  { database, work }: SocketContext,
  { deletedAt, workspaceId }: InstanceRow,
): Promise<Date | undefined> {
  const since = deletedAt ?? (await workspaceDeletedAt(database, workspaceId));
  if (since === null) return undefined;
  const now = work.now().getTime();
  const age = now - since.getTime();
  return age < MAX_TRYING_MS ? new Date(now + Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, age))) : undefined;
}

/** The proxy of a deleted instance was kept for this. */
async function finish({ work: ctx, database }: SocketContext, holding: Holding, { id, workspaceId }: InstanceRow) {
  await workOn(
    ctx,
    scoped(database, workspaceId),
    id,
    async ({ tx, instance }) => {
      await markSocketClosed(tx.store, holding, 'logged_out');
      if (instance.deletedAt === null) return;
      await tx.update(waInstances, eq(waInstances.id, id), { proxySealed: null, proxyRedacted: null });
    },
    { lock: true },
  );
}
