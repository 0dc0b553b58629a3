import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';

import type { DriverName } from '../../../shared/whatsapp/drivers';
import { queries, type Store } from '../../db/database';
import { workspaces } from '../../db/workspaces';
import type { Claim, DueLane } from '../../work/types';
import { instanceLane } from '../lanes';
import { waInstances } from '../schema/instances';
import { waSocketCalls, waSockets } from '../schema/sockets';

export type SocketRow = typeof waSockets.$inferSelect;
export type SocketCallRow = typeof waSocketCalls.$inferSelect;

/** Ends when another process claims the socket, which raises the fence. */
export interface Holding {
  id: string;
  owner: string;
  fence: number;
}

const MAX_DUE = 500;

const isFree = (owner: string, now: Date) =>
  or(isNull(waSockets.leaseOwner), eq(waSockets.leaseOwner, owner), lte(waSockets.leaseUntil, now));
const isHeld = ({ id, owner, fence }: Holding) =>
  and(eq(waSockets.instanceId, id), eq(waSockets.leaseOwner, owner), eq(waSockets.fence, fence));

/** Includes the next socket that may become free. */
export async function dueSockets(store: Store, owner: string, now: Date): Promise<DueLane[]> {
  const { instanceId, workspaceId, dueAt } = waSockets;
  const sockets = () => queries(store).select({ id: instanceId, workspaceId, at: dueAt }).from(waSockets);
  const due = await sockets()
    .where(and(lte(dueAt, now), isFree(owner, now)))
    .orderBy(asc(dueAt))
    .limit(MAX_DUE);
  const later = await sockets().where(gt(dueAt, now)).orderBy(asc(dueAt)).limit(1);
  return [...due, ...later].flatMap((row) =>
    row.at === null ? [] : [{ lane: instanceLane(row), at: row.at.getTime() }],
  );
}

/** A lease that this process still has keeps its fence. */
export async function claimSocket(store: Store, id: string, claim: Claim): Promise<SocketRow | undefined> {
  const { owner, now, until } = claim;
  const isOwn = and(eq(waSockets.leaseOwner, owner), gt(waSockets.leaseUntil, now));
  const [row] = await queries(store)
    .update(waSockets)
    .set({
      fence: sql`${waSockets.fence} + case when ${isOwn} then 0 else 1 end`,
      leaseOwner: owner,
      leaseUntil: until,
      dueAt: until,
    })
    .where(and(eq(waSockets.instanceId, id), lte(waSockets.dueAt, now), isFree(owner, now)))
    .returning();
  return row;
}

/** False when the lease is lost or the socket is no longer wanted. */
export async function markSocketOpened(
  store: Store,
  of: Holding,
  { generation, now }: { generation: number; now: Date },
): Promise<boolean> {
  const rows = await queries(store)
    .update(waSockets)
    .set({ generation, openedAt: now, dueAt: sql`${waSockets.leaseUntil}`, isSyncing: false, syncProgress: null })
    .where(and(isHeld(of), gt(waSockets.leaseUntil, now), eq(waSockets.goal, 'open')))
    .returning();
  return rows.length > 0;
}

/** Expects a goal other than open that was reached. */
export async function markSocketClosed(store: Store, of: Holding, goal: SocketRow['goal']): Promise<void> {
  await queries(store)
    .update(waSockets)
    .set({ goal: 'closed', leaseOwner: null, leaseUntil: null, dueAt: null, openedAt: null })
    .where(and(isHeld(of), eq(waSockets.goal, goal)));
}

/** At `dueAt` any process may retry the goal. */
export async function postponeSocket(store: Store, of: Holding, dueAt: Date): Promise<void> {
  await queries(store)
    .update(waSockets)
    .set({ leaseOwner: null, leaseUntil: null, dueAt, openedAt: null })
    .where(isHeld(of));
}

export async function saveSocketVersions(
  store: Store,
  id: string,
  versions: { engineVersion: string | null; protocolVersion: string | null },
): Promise<void> {
  await queries(store).update(waSockets).set(versions).where(eq(waSockets.instanceId, id));
}

export async function driversWithSockets(store: Store): Promise<DriverName[]> {
  const rows = await queries(store)
    .select({ driver: waInstances.driver })
    .from(waSockets)
    .innerJoin(waInstances, eq(waInstances.id, waSockets.instanceId))
    .where(eq(waSockets.goal, 'open'))
    .groupBy(waInstances.driver);
  return rows.map(({ driver }) => driver);
}

/** Returns the sockets that the process still has. */
export async function renewSockets(
  store: Store,
  { owner, ids, now, until }: { owner: string; ids: readonly string[]; now: Date; until: Date },
): Promise<{ id: string; fence: number }[]> {
  if (ids.length === 0) return [];
  const { leaseUntil, dueAt, seenAt } = waSockets;
  const isConnected = sql`(select status from ${waInstances} where id = ${waSockets.instanceId}) = 'connected'`;
  return (
    queries(store)
      .update(waSockets)
      // What became due meanwhile stays due.
      .set({
        leaseUntil: until,
        seenAt: sql`case when ${isConnected} then ${sql.param(now, seenAt)} else ${seenAt} end`,
        dueAt: sql`case when ${dueAt} < ${leaseUntil} then ${dueAt} else ${sql.param(until, dueAt)} end`,
      })
      .where(and(inArray(waSockets.instanceId, [...ids]), eq(waSockets.leaseOwner, owner)))
      .returning({ id: waSockets.instanceId, fence: waSockets.fence })
  );
}

/** Sockets with another goal, or lost ones. */
export async function dueOfOwner(store: Store, owner: string, now: Date): Promise<string[]> {
  const rows = await queries(store)
    .select({ id: waSockets.instanceId, workspaceId: waSockets.workspaceId })
    .from(waSockets)
    .where(and(eq(waSockets.leaseOwner, owner), lte(waSockets.dueAt, now)));
  return rows.map((row) => instanceLane(row));
}

export async function releaseSockets(store: Store, owner: string, now: Date): Promise<void> {
  await queries(store)
    .update(waSockets)
    .set({ leaseOwner: null, leaseUntil: null, dueAt: now, openedAt: null })
    .where(eq(waSockets.leaseOwner, owner));
}

export async function ownerOfSocket(store: Store, id: string, now: Date): Promise<string | undefined> {
  const [row] = await queries(store)
    .select({ owner: waSockets.leaseOwner, openedAt: waSockets.openedAt })
    .from(waSockets)
    .where(and(eq(waSockets.instanceId, id), gt(waSockets.leaseUntil, now)));
  return row?.openedAt === null ? undefined : (row?.owner ?? undefined);
}

export async function insertSocketCall(store: Store, row: typeof waSocketCalls.$inferInsert): Promise<void> {
  await queries(store).insert(waSocketCalls).values(row);
}

/** Each call is returned once. */
export async function beginSocketCalls(store: Store, owner: string, now: Date): Promise<SocketCallRow[]> {
  return queries(store)
    .update(waSocketCalls)
    .set({ begunAt: now })
    .where(and(eq(waSocketCalls.owner, owner), isNull(waSocketCalls.begunAt)))
    .returning();
}

export async function saveSocketResult(store: Store, id: string, resultSealed: string): Promise<void> {
  await queries(store).update(waSocketCalls).set({ resultSealed }).where(eq(waSocketCalls.id, id));
}

export async function consumeSocketResult(store: Store, id: string): Promise<string | undefined> {
  const [row] = await queries(store)
    .select({ sealed: waSocketCalls.resultSealed })
    .from(waSocketCalls)
    .where(eq(waSocketCalls.id, id));
  if (!row?.sealed) return undefined;
  await deleteSocketCall(store, id);
  return row.sealed;
}

/** False when the owner has begun the call. */
export async function deleteSocketCall(store: Store, id: string): Promise<boolean> {
  const [row] = await queries(store).delete(waSocketCalls).where(eq(waSocketCalls.id, id)).returning();
  return row?.begunAt === null;
}

export async function purgeSocketCalls(store: Store, before: Date): Promise<void> {
  await queries(store).delete(waSocketCalls).where(lte(waSocketCalls.createdAt, before));
}

const isLoggingOut = () => and(eq(waSockets.goal, 'logged_out'), isNotNull(waSockets.dueAt));

/** Returns the instances whose accounts are not yet unlinked from their phones. */
export async function loggingOut(store: Store, instanceIds: readonly string[]): Promise<Set<string>> {
  if (instanceIds.length === 0) return new Set();
  const rows = await queries(store)
    .select({ id: waSockets.instanceId })
    .from(waSockets)
    .where(and(inArray(waSockets.instanceId, [...instanceIds]), isLoggingOut()));
  return new Set(rows.map(({ id }) => id));
}

/** Deleted workspaces with accounts that are not yet unlinked. */
export async function workspacesLoggingOut(store: Store, atATime = 1000): Promise<string[]> {
  const found: string[] = [];
  const { workspaceId } = waSockets;
  for (;;) {
    const rows = await queries(store)
      .select({ id: workspaceId })
      .from(waSockets)
      .innerJoin(workspaces, eq(workspaces.id, workspaceId))
      .where(and(isLoggingOut(), eq(workspaces.status, 'deleting'), gt(workspaceId, found.at(-1) ?? '')))
      .groupBy(workspaceId)
      .orderBy(asc(workspaceId))
      .limit(atATime);
    found.push(...rows.map(({ id }) => id));
    if (rows.length < atATime) return found;
  }
}

/** Null for a workspace that is not deleted. */
export async function workspaceDeletedAt(store: Store, workspaceId: string): Promise<Date | null> {
  const { deletedAt } = workspaces;
  const [row] = await queries(store).select({ deletedAt }).from(workspaces).where(eq(workspaces.id, workspaceId));
  return row?.deletedAt ?? null;
}

/** Accounts must be unlinked and their credentials deleted before the rows that name them are deleted. */
export async function logOutSocketsOf(store: Store, workspaceId: string, now: Date): Promise<void> {
  await queries(store)
    .update(waSockets)
    .set({ goal: 'logged_out', dueAt: now })
    .where(eq(waSockets.workspaceId, workspaceId));
}
