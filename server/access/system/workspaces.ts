import { and, asc, eq, lt, ne, sql } from 'drizzle-orm';

import { forUpdate, queries, type Store } from '../../db/database';
import { workspaces } from '../../db/workspaces';
import { members, workspaceCounter } from '../schema/workspaces';

export type WorkspaceRow = typeof workspaces.$inferSelect;

export async function insertWorkspace(
  tx: Store,
  workspace: typeof workspaces.$inferInsert,
  owner: typeof members.$inferInsert,
): Promise<WorkspaceRow> {
  const db = queries(tx);
  const [row] = await db.insert(workspaces).values(workspace).returning();
  if (!row) throw new Error('The database returned no row for a new workspace.');
  await db.insert(members).values(owner);
  await db.insert(workspaceCounter).values({ workspaceId: row.id });
  return row;
}

export async function findWorkspace(store: Store, id: string): Promise<WorkspaceRow | undefined> {
  const [row] = await queries(store).select().from(workspaces).where(eq(workspaces.id, id));
  return row;
}

/** Milliseconds since 1970. */
export async function workspaceCreatedAt(store: Store, id: string): Promise<number> {
  return (await findWorkspace(store, id))?.createdAt.getTime() ?? 0;
}

/** Locks the workspace. Operations that count or end its objects lock it first. */
export async function lockWorkspace(tx: Store, id: string): Promise<WorkspaceRow | undefined> {
  const [row] = await forUpdate(queries(tx).select().from(workspaces).where(eq(workspaces.id, id)));
  return row;
}

type WorkspaceChange = Partial<
  Pick<
    WorkspaceRow,
    | 'name'
    | 'state'
    | 'suspendedReason'
    | 'leakedKeyPolicy'
    | 'logRetentionDays'
    | 'eventRetentionDays'
    | 'deliveryRetentionDays'
    | 'deletedAt'
  >
>;

export async function updateWorkspaceRow(
  tx: Store,
  id: string,
  change: WorkspaceChange & { updatedAt: Date },
): Promise<WorkspaceRow> {
  const [row] = await queries(tx)
    .update(workspaces)
    .set({ ...change, version: sql`${workspaces.version} + 1` })
    .where(eq(workspaces.id, id))
    .returning();
  if (!row) throw new Error('A locked workspace is gone.');
  return row;
}

/** Workspaces of a person, oldest membership first, except deleted ones. */
export async function listWorkspacesOf(store: Store, userId: string) {
  return queries(store)
    .select({ workspace: workspaces, memberId: members.id, role: members.role })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(and(eq(members.userId, userId), ne(workspaces.state, 'deleting')))
    .orderBy(asc(members.id));
}

/** Workspaces that a person owns, except deleted ones. */
export async function countOwnedWorkspaces(store: Store, userId: string): Promise<number> {
  const rows = await queries(store)
    .select({ id: members.id })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(and(eq(members.userId, userId), eq(members.role, 'owner'), ne(workspaces.state, 'deleting')));
  return rows.length;
}

/**
 * Deletes workspaces given up before a time, at most 20 a call; returns how many. `forget` first deletes data in other
 * files, so that a failure is retried. Audit entries keep their own retention.
 */
export async function purgeDeletedWorkspaces(
  store: Store,
  before: Date,
  forget?: (workspaceIds: string[]) => Promise<void>,
): Promise<number> {
  const db = queries(store);
  const isDue = and(eq(workspaces.state, 'deleting'), lt(workspaces.deletedAt, before));
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
