import { and, asc, eq, isNull } from 'drizzle-orm';

import { queries, type Store } from '../database';
import { invitations, users, workspaces } from '../schema';

export type InvitationRow = typeof invitations.$inferSelect;

/** The invitation that a token’s SHA-256 belongs to, whatever became of it, with its workspace and who invited. */
export async function findInvitationByHash(store: Store, tokenHash: string) {
  const [row] = await queries(store)
    .select({ invitation: invitations, workspace: workspaces, inviterName: users.name })
    .from(invitations)
    .innerJoin(workspaces, eq(workspaces.id, invitations.workspaceId))
    .leftJoin(users, eq(users.id, invitations.createdBy))
    .where(eq(invitations.tokenHash, tokenHash))
    .limit(1);
  return row;
}

/** Workspaces to which a person’s open invitations lead, in one order for all. */
export async function workspacesInvitedToBy(store: Store, userId: string): Promise<string[]> {
  const open = and(eq(invitations.createdBy, userId), isNull(invitations.acceptedAt), isNull(invitations.revokedAt));
  const rows = await queries(store)
    .select({ workspaceId: invitations.workspaceId })
    .from(invitations)
    .where(open)
    .groupBy(invitations.workspaceId)
    .orderBy(asc(invitations.workspaceId));
  return rows.map(({ workspaceId }) => workspaceId);
}
