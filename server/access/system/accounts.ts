import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';

import { forUpdate, queries, type Store } from '../../db/database';
import { users } from '../../db/users';
import { passwordResets, sessions } from '../schema/accounts';
import { members } from '../schema/workspaces';

export type UserRow = typeof users.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;

export async function hasUsers(store: Store): Promise<boolean> {
  const rows = await queries(store).select({ id: users.id }).from(users).limit(1);
  return rows.length > 0;
}

export async function findUser(store: Store, id: string): Promise<UserRow | undefined> {
  const [row] = await queries(store).select().from(users).where(eq(users.id, id));
  return row;
}

export async function findUserByEmail(store: Store, email: string): Promise<UserRow | undefined> {
  const [row] = await queries(store).select().from(users).where(eq(users.email, email));
  return row;
}

export async function lockUser(tx: Store, id: string): Promise<UserRow | undefined> {
  const [row] = await forUpdate(queries(tx).select().from(users).where(eq(users.id, id)));
  return row;
}

/** Undefined when the e-mail address is taken. */
export async function insertUser(tx: Store, user: typeof users.$inferInsert): Promise<UserRow | undefined> {
  const [row] = await queries(tx).insert(users).values(user).onConflictDoNothing().returning();
  return row;
}

export async function updateUser(
  tx: Store,
  id: string,
  change: Partial<Omit<UserRow, 'id'>>,
): Promise<UserRow | undefined> {
  const [row] = await queries(tx).update(users).set(change).where(eq(users.id, id)).returning();
  return row;
}

export async function insertSession(tx: Store, session: typeof sessions.$inferInsert): Promise<void> {
  await queries(tx).insert(sessions).values(session);
}

export async function findSession(store: Store, id: string): Promise<SessionRow | undefined> {
  const [row] = await queries(store).select().from(sessions).where(eq(sessions.id, id));
  return row;
}

export async function renewSession(
  tx: Store,
  id: string,
  change: Pick<SessionRow, 'tokenHash' | 'passwordVerifiedAt'>,
): Promise<boolean> {
  const rows = await queries(tx).update(sessions).set(change).where(eq(sessions.id, id)).returning({ id: sessions.id });
  return rows.length > 0;
}

export async function deleteSession(tx: Store, userId: string, id: string): Promise<boolean> {
  const rows = await queries(tx)
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

export async function deleteSessionsOf(tx: Store, userId: string, except?: string): Promise<string[]> {
  const rows = await queries(tx)
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), except === undefined ? undefined : ne(sessions.id, except)))
    .returning({ id: sessions.id });
  return rows.map((row) => row.id);
}

export async function listSessions(
  store: Store,
  userId: string,
  { now, before, limit }: { now: Date; before: string | undefined; limit: number },
): Promise<SessionRow[]> {
  return queries(store)
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.idleExpiresAt, now),
        gt(sessions.expiresAt, now),
        before === undefined ? undefined : lt(sessions.id, before),
      ),
    )
    .orderBy(desc(sessions.id))
    .limit(limit);
}

export async function purgeSessions(store: Store, now: Date): Promise<void> {
  await queries(store)
    .delete(sessions)
    .where(or(lte(sessions.idleExpiresAt, now), lte(sessions.expiresAt, now)));
}

export async function insertPasswordReset(tx: Store, reset: typeof passwordResets.$inferInsert): Promise<void> {
  await queries(tx).insert(passwordResets).values(reset);
}

const usable = (tokenHash: string, now: Date) =>
  and(eq(passwordResets.tokenHash, tokenHash), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now));

export async function findUserByReset(store: Store, tokenHash: string, now: Date): Promise<UserRow | undefined> {
  const [row] = await queries(store)
    .select({ user: users })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(usable(tokenHash, now));
  return row?.user;
}

/** False when the token was used or has expired. */
export async function consumePasswordReset(tx: Store, tokenHash: string, now: Date): Promise<boolean> {
  const rows = await queries(tx)
    .update(passwordResets)
    .set({ usedAt: now })
    .where(usable(tokenHash, now))
    .returning({ userId: passwordResets.userId });
  return rows.length > 0;
}

export async function findOwnerOfReset(store: Store, tokenHash: string): Promise<string | undefined> {
  const [row] = await queries(store)
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(eq(passwordResets.tokenHash, tokenHash));
  return row?.userId;
}

export async function deleteUnusedResetsOf(tx: Store, userId: string): Promise<void> {
  await queries(tx)
    .delete(passwordResets)
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)));
}

export async function deletePasswordResetsOf(tx: Store, userId: string): Promise<void> {
  await queries(tx).delete(passwordResets).where(eq(passwordResets.userId, userId));
}

export async function deletePasswordResets(tx: Store): Promise<void> {
  await queries(tx).delete(passwordResets);
}

export async function purgePasswordResets(store: Store, now: Date): Promise<void> {
  await queries(store).delete(passwordResets).where(lte(passwordResets.expiresAt, now));
}

export type PersonRow = Pick<typeof users.$inferSelect, 'id' | 'name' | 'email' | 'status'>;
const person = { id: users.id, name: users.name, email: users.email, status: users.status };

export async function findPeople(store: Store, ids: readonly string[]): Promise<Map<string, PersonRow>> {
  if (ids.length === 0) return new Map();
  const rows = await queries(store)
    .select(person)
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** A member shows the person’s name, so a new name changes the version, which is the ETag. */
export async function countMemberChange(tx: Store, userId: string): Promise<void> {
  await queries(tx)
    .update(members)
    .set({ version: sql`${members.version} + 1` })
    .where(eq(members.userId, userId));
}
