import { and, asc, eq, isNull } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { users } from '../../db/users';
import { workspaces } from '../../db/workspaces';
import { invitations } from '../schema/workspaces';

export type InvitationRow = typeof invitations.$inferSelect;

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

/** A fixed order prevents deadlocks. */
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
