import { eq } from 'drizzle-orm';

import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../shared/durations';
import { waInstances } from '../schema/instances';
import { type Holding, markSocketClosed, postponeSocket, workspaceDeletedAt } from '../system/sockets';
import { workLocked } from '../work';
import type { InstanceRow } from '../work-types';
import { closeHere } from './close-here';
import type { SocketContext } from './types';

const FIRST_PAUSE_MS = 30 * SECOND_MS;
const MAX_PAUSE_MS = HOUR_MS;
/** Afterwards the phone shows a useless device until its user removes it. */
const MAX_TRYING_MS = 7 * DAY_MS;

/** Keeps credentials of a deleted instance until WhatsApp confirms; others, which may be linked again, get one try. */
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

/** Undefined for no further try. The pauses grow with the elapsed time. */
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

/** The proxy of a deleted instance was kept for the logout. */
async function finish({ work: ctx, database }: SocketContext, holding: Holding, of: InstanceRow) {
  await workLocked(ctx, database, of, async ({ tx, instance }) => {
    await markSocketClosed(tx.store, holding, 'logged_out');
    if (instance.deletedAt === null) return;
    await tx.update(waInstances, eq(waInstances.id, of.id), { proxySealed: null, proxyRedacted: null });
  });
}
