import { eq, sql } from 'drizzle-orm';

import { type Store, forUpdate, queries } from '../../db/database';
import { workspaces } from '../../db/workspaces';
import { workspaceCounter } from '../../events/schema';
import { members } from '../schema/workspaces';

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

export async function workspaceCreatedAt(store: Store, id: string): Promise<number> {
  return (await findWorkspace(store, id))?.createdAt.getTime() ?? 0;
}

/** Operations that count or end objects of the workspace lock it first. */
export async function lockWorkspace(tx: Store, id: string): Promise<WorkspaceRow | undefined> {
  const [row] = await forUpdate(queries(tx).select().from(workspaces).where(eq(workspaces.id, id)));
  return row;
}

type WorkspaceChange = Partial<
  Pick<
    WorkspaceRow,
    | 'name'
    | 'status'
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
