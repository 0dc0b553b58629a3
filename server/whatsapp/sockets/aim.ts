import { and, eq, isNotNull } from 'drizzle-orm';

import type { InstanceStatus } from '../../../shared/whatsapp/instance';
import { traitsOf } from '../drivers/registry';
import { type SocketGoal, waSockets } from '../schema/sockets';
import type { InstanceRow, Work } from '../work-types';

const OPEN: ReadonlySet<InstanceStatus> = new Set(['connecting', 'pairing', 'connected', 'reconnecting']);

const goalOf = (status: InstanceStatus): SocketGoal =>
  OPEN.has(status) ? 'open' : status === 'logged_out' ? 'logged_out' : 'closed';

/** The socket follows the status of its instance, in the same transaction. A `restart` reopens it. */
export async function aimSocket(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { id: instanceId, driver, status: before }: InstanceRow,
  after: InstanceStatus,
  { isRestart = false } = {},
): Promise<void> {
  const goal = goalOf(after);
  if (!traitsOf(driver).hasSocket || (goal === goalOf(before) && !isRestart)) return;
  const change = { goal, dueAt: now };
  await tx.upsert(waSockets, [{ instanceId, createdAt: now, ...change }], {
    target: [waSockets.instanceId],
    set: change,
  });
}

export async function isLoggingOut({ tx }: Pick<Work, 'tx'>, { id }: Pick<InstanceRow, 'id'>): Promise<boolean> {
  const isDue = and(eq(waSockets.goal, 'logged_out'), isNotNull(waSockets.dueAt));
  return (await tx.select(waSockets, { where: and(eq(waSockets.instanceId, id), isDue) })).length > 0;
}

/** Reopens the socket of a connected or connecting instance with the settings at that time. */
export async function reopenSocket(work: Pick<Work, 'tx' | 'now'>, instance: InstanceRow): Promise<void> {
  const { status } = instance;
  if (goalOf(status) === 'open') await aimSocket(work, instance, status, { isRestart: true });
}
