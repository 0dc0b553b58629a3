import { and, count, desc, eq, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { users } from '../../db/users';
import { workspaces } from '../../db/workspaces';
import type { WorkspaceRow } from '../queries/workspaces';
import { authState, instance } from '../schema/accounts';
import { apiKeys } from '../schema/keys';
import { members } from '../schema/workspaces';
import type { UserRow } from './accounts';

export async function ensureInstance(store: Store, now: Date): Promise<void> {
  const db = queries(store);
  await db.insert(instance).values({ id: 1, createdAt: now }).onConflictDoNothing();
  await db.insert(authState).values({ id: 1, seq: 0 }).onConflictDoNothing();
}

export async function pingDatabase(store: Store): Promise<boolean> {
  try {
    await queries(store).select({ id: instance.id }).from(instance).where(eq(instance.id, 1));
    return true;
  } catch {
    return false;
  }
}

export async function readInstance(store: Store) {
  const [row] = await queries(store).select().from(instance).where(eq(instance.id, 1));
  return { ownerUserId: row?.ownerUserId ?? null, setupTokenHash: row?.setupTokenHash ?? null };
}

export async function storeSetupToken(store: Store, tokenHash: string): Promise<void> {
  await queries(store).update(instance).set({ setupTokenHash: tokenHash }).where(eq(instance.id, 1));
}

/** Sets the owner and voids the set-up token. False when there is an owner. */
export async function claimInstance(tx: Store, userId: string): Promise<boolean> {
  const rows = await queries(tx)
    .update(instance)
    .set({ ownerUserId: userId, setupTokenHash: null })
    .where(and(eq(instance.id, 1), isNull(instance.ownerUserId)))
    .returning({ id: instance.id });
  return rows.length > 0;
}

interface Listing {
  before: string | undefined;
  q: string | undefined;
  limit: number;
}

export async function listUsers(
  store: Store,
  { before, q, limit }: Listing,
): Promise<(UserRow & { workspaces: number })[]> {
  const db = queries(store);
  const rows = await db
    .select()
    .from(users)
    .where(
      and(
        beforeId(users.id, before),
        q === undefined ? undefined : or(contains(users.email, q), contains(users.name, q)),
      ),
    )
    .orderBy(desc(users.id))
    .limit(limit);
  const counts = await db
    .select({ ref: members.userId, count: count() })
    .from(members)
    .where(
      inArray(
        members.userId,
        rows.map((row) => row.id),
      ),
    )
    .groupBy(members.userId);
  const countOf = lookUp(counts);
  return rows.map((row) => ({ ...row, workspaces: countOf(row.id) }));
}

export async function countMemberships(store: Store, userId: string): Promise<number> {
  return queries(store).$count(members, eq(members.userId, userId));
}

export type WorkspaceSummary = WorkspaceRow & { members: number; keys: number };

export async function listWorkspaces(store: Store, { before, q, limit }: Listing): Promise<WorkspaceSummary[]> {
  const rows = await queries(store)
    .select()
    .from(workspaces)
    .where(and(beforeId(workspaces.id, before), q === undefined ? undefined : contains(workspaces.name, q)))
    .orderBy(desc(workspaces.id))
    .limit(limit);
  return summariseWorkspaces(store, rows);
}

export async function summariseWorkspaces(store: Store, rows: WorkspaceRow[]): Promise<WorkspaceSummary[]> {
  const db = queries(store);
  const ids = rows.map((row) => row.id);
  const memberCounts = await db
    .select({ ref: members.workspaceId, count: count() })
    .from(members)
    .where(inArray(members.workspaceId, ids))
    .groupBy(members.workspaceId);
  const keyCounts = await db
    .select({ ref: apiKeys.workspaceId, count: count() })
    .from(apiKeys)
    .where(and(inArray(apiKeys.workspaceId, ids), isNull(apiKeys.revokedAt)))
    .groupBy(apiKeys.workspaceId);
  const [membersOf, keysOf] = [lookUp(memberCounts), lookUp(keyCounts)];
  return rows.map((row) => ({ ...row, members: membersOf(row.id), keys: keysOf(row.id) }));
}

const beforeId = (column: typeof users.id | typeof workspaces.id, before: string | undefined): SQL | undefined =>
  before === undefined ? undefined : lt(column, before);

/** SQLite folds only ASCII letters. */
function contains(column: typeof users.email | typeof users.name | typeof workspaces.name, part: string): SQL {
  const pattern = `%${part.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`lower(${column}) like ${pattern} escape '\\'`;
}

function lookUp(counts: { ref: string; count: number }[]): (ref: string) => number {
  const found = new Map(counts.map((row) => [row.ref, row.count]));
  return (ref) => found.get(ref) ?? 0;
}
