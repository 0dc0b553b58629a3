import { and, eq, inArray, sql } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { users } from '../schema/accounts';
import { members } from '../schema/workspaces';

export type MemberRow = typeof members.$inferSelect;
export type Person = Pick<typeof users.$inferSelect, 'id' | 'name' | 'email' | 'state'>;

const person = { id: users.id, name: users.name, email: users.email, state: users.state };

export async function findPeople(store: Store, ids: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await queries(store)
    .select(person)
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

export async function isMemberByEmail(store: Store, workspaceId: string, email: string): Promise<boolean> {
  const rows = await queries(store)
    .select({ id: members.id })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.workspaceId, workspaceId), eq(users.email, email)))
    .limit(1);
  return rows.length > 0;
}

/** Undefined when the person is a member already. */
export async function insertMember(tx: Store, member: typeof members.$inferInsert): Promise<MemberRow | undefined> {
  const [row] = await queries(tx).insert(members).values(member).onConflictDoNothing().returning();
  return row;
}

/** A member shows the person’s name, so a new name changes the version, which is the ETag. */
export async function countMemberChange(tx: Store, userId: string): Promise<void> {
  await queries(tx)
    .update(members)
    .set({ version: sql`${members.version} + 1` })
    .where(eq(members.userId, userId));
}
