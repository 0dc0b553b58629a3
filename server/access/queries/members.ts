import { and, eq } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { users } from '../../db/users';
import { members } from '../schema/workspaces';

export type MemberRow = typeof members.$inferSelect;
export async function isMemberByEmail(store: Store, workspaceId: string, email: string): Promise<boolean> {
  const rows = await queries(store)
    .select({ id: members.id })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.workspaceId, workspaceId), eq(users.email, email)))
    .limit(1);
  return rows.length > 0;
}

/** Undefined when the person is already a member. */
export async function insertMember(tx: Store, member: typeof members.$inferInsert): Promise<MemberRow | undefined> {
  const [row] = await queries(tx).insert(members).values(member).onConflictDoNothing().returning();
  return row;
}
