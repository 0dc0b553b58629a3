import { changeConnection } from '../connections/connection-state';
import { findInstance } from '../system/connections';
import {
  type Holding,
  markSocketClosed,
  markSocketOpened,
  saveSocketVersions,
  type SocketRow,
} from '../system/sockets';
import { workLocked } from '../work';
import type { InstanceRow, Work } from '../work-types';
import { closeHere } from './close-here';
import { reachLoggedOut } from './reach-logged-out';
import type { SocketContext } from './types';

export async function reachGoal(ctx: SocketContext, row: SocketRow): Promise<void> {
  const { instanceId: id, fence, goal } = row;
  const instance = await findInstance(ctx.database, id);
  if (instance === undefined) return;
  const holding: Holding = { id, owner: ctx.me, fence };
  if (goal === 'open') return openSocketOf(ctx, row, holding, instance);
  if (goal === 'logged_out') return reachLoggedOut(ctx, holding, instance);
  await closeHere(ctx, id);
  await markSocketClosed(ctx.database, holding, goal);
}

async function openSocketOf(ctx: SocketContext, row: SocketRow, holding: Holding, found: InstanceRow): Promise<void> {
  const own = ctx.driver(found.driver);
  await closeHere(ctx, found.id);
  const isAvailable = own?.availability().available === true;
  const begun = await beginOpening(ctx, row, holding, isAvailable);
  if (begun === undefined) return;
  const now = ctx.work.now().getTime();
  ctx.held.add(holding, begun, (row.leaseUntil?.getTime() ?? now) - now);
  try {
    await own?.socket?.open(ctx.reveal(begun), row.fence);
    const { engine = null, protocol = null } = own?.socket?.versions() ?? {};
    await saveSocketVersions(ctx.database, found.id, { engineVersion: engine, protocolVersion: protocol });
  } catch (error) {
    // Retried when the lease ends; a socket that opens late must not stay without an owner.
    await closeHere(ctx, found.id).catch(() => {});
    ctx.held.remove(found.id);
    throw error;
  }
}

async function beginOpening(
  ctx: SocketContext,
  row: SocketRow,
  holding: Holding,
  isAvailable: boolean,
): Promise<InstanceRow | undefined> {
  const run = async (work: Work): Promise<InstanceRow | undefined> => {
    if (work.instance.deletedAt !== null) return undefined;
    if (!isAvailable) {
      // Another process may have the package, so an instance that was connected is retried.
      const { status } = work.instance;
      const isBack = status === 'connected' || status === 'reconnecting';
      await changeConnection(work, { status: isBack ? 'reconnecting' : 'failed', reason: 'driver_not_installed' });
      return undefined;
    }
    const instance = await withGeneration(work, row);
    const { generation } = instance;
    if (!(await markSocketOpened(work.tx.store, holding, { generation, now: work.now }))) throw new LeaseLost();
    return instance;
  };
  try {
    return await workLocked(ctx.work, ctx.database, { id: holding.id, workspaceId: row.workspaceId }, run);
  } catch (error) {
    if (error instanceof LeaseLost) return undefined;
    throw error;
  }
}

/** Rolls the transaction back: another process opens the socket, or it is no longer wanted. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** A new generation makes late events of the earlier connection be ignored. */
async function withGeneration(work: Work, { generation }: SocketRow): Promise<InstanceRow> {
  const { instance } = work;
  if (generation < instance.generation) return instance;
  const isBack = instance.status === 'connected' || instance.status === 'reconnecting';
  const change = { status: isBack ? 'reconnecting' : 'connecting', reason: null, begins: true } as const;
  return (await changeConnection(work, change)) ?? instance;
}
