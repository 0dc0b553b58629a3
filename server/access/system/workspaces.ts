import { and, asc, eq, lt, ne, notInArray, or } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { workspaces } from '../../db/workspaces';
import { workspaceCounter } from '../../events/schema';
import { members } from '../schema/workspaces';

export async function listWorkspacesOf(store: Store, userId: string) {
  return queries(store)
    .select({
      workspace: workspaces,
      memberId: members.id,
      role: members.role,
      latestSequence: workspaceCounter.lastSequence,
    })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .leftJoin(workspaceCounter, eq(workspaceCounter.workspaceId, workspaces.id))
    .where(and(eq(members.userId, userId), ne(workspaces.status, 'deleting')))
    .orderBy(asc(members.id));
}

export async function countOwnedWorkspaces(store: Store, userId: string): Promise<number> {
  const rows = await queries(store)
    .select({ id: members.id })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(and(eq(members.userId, userId), eq(members.role, 'owner'), ne(workspaces.status, 'deleting')));
  return rows.length;
}

interface WorkspacePurge {
  before: Date;
  /** Ids of workspaces that wait, unless they were deleted before `beforeEnding`. */
  ending?: readonly string[];
  beforeEnding?: Date;
  forget?: (workspaceIds: string[]) => Promise<void>;
}

/** At most 20 a call; returns how many were deleted. `forget` runs first, so that its failure is retried. */
export async function purgeDeletedWorkspaces(
  store: Store,
  { before, ending = [], beforeEnding = before, forget }: WorkspacePurge,
): Promise<number> {
  const db = queries(store);
  const mayGo = or(notInArray(workspaces.id, [...ending]), lt(workspaces.deletedAt, beforeEnding));
  const isDue = and(eq(workspaces.status, 'deleting'), lt(workspaces.deletedAt, before), mayGo);
  const due = await db.select({ id: workspaces.id }).from(workspaces).where(isDue).limit(20);
  if (due.length > 0) await forget?.(due.map(({ id }) => id));
  let purged = 0;
  for (const { id } of due) {
    const gone = await db
      .delete(workspaces)
      .where(and(eq(workspaces.id, id), isDue))
      .returning({ id: workspaces.id });
    purged += gone.length;
  }
  return purged;
}
