import { and, eq, lt, sql } from 'drizzle-orm';

import { prepared, queries, runStatement, type Store } from '../../db/database';
import { users } from '../../db/users';
import { workspaces } from '../../db/workspaces';
import { authChanges, authState, sessions } from '../schema/accounts';
import { apiKeys, apiKeySecrets } from '../schema/keys';
import { members } from '../schema/workspaces';

export type AuthChange = Pick<typeof authChanges.$inferSelect, 'kind' | 'ref'>;

export async function findKeyByHash(store: Store, hash: string) {
  const [row] = await keyByHash(store).execute({ hash });
  return row;
}

/** Prepared once, since every lookup that misses the cache runs it. */
const keyByHash = prepared((db) =>
  db
    .select({
      replacedAt: apiKeySecrets.expiresAt,
      keyId: apiKeys.id,
      kind: apiKeys.kind,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      fullAccess: apiKeys.fullAccess,
      resources: apiKeys.resources,
      allowedCidrs: apiKeys.allowedCidrs,
      allowedOrigins: apiKeys.allowedOrigins,
      browserUse: apiKeys.browserUse,
      rateLimit: apiKeys.rateLimit,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
      workspaceId: workspaces.id,
      workspaceName: workspaces.name,
      workspaceState: workspaces.status,
      workspaceRateLimit: workspaces.rateLimit,
    })
    .from(apiKeySecrets)
    .innerJoin(apiKeys, eq(apiKeys.id, apiKeySecrets.keyId))
    .innerJoin(workspaces, eq(workspaces.id, apiKeySecrets.workspaceId))
    .where(eq(apiKeySecrets.hash, sql.placeholder('hash')))
    .limit(1)
    .prepare('key_by_hash'),
);

export async function findSessionByHash(store: Store, tokenHash: string) {
  const db = queries(store);
  const [row] = await db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.tokenHash, tokenHash))
    .limit(1);
  if (!row) return undefined;

  const memberships = await db
    .select({ member: members, workspace: workspaces })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(eq(members.userId, row.user.id));
  return { ...row, memberships };
}

/** Last statement of its transaction: the locked counter makes numbers visible in order, unlike a sequence. */
export async function recordAuthChanges(tx: Store, changes: readonly AuthChange[], at: Date): Promise<number> {
  const db = queries(tx);
  const [state] = await db
    .update(authState)
    .set({ seq: sql`${authState.seq} + ${changes.length}` })
    .where(eq(authState.id, 1))
    .returning();
  const last = state?.seq ?? 0;
  await db
    .insert(authChanges)
    .values(changes.map((change, index) => ({ ...change, seq: last - changes.length + 1 + index, at })));
  return last;
}

export async function readAuthChanges(store: Store, seq: number): Promise<(AuthChange & { seq: number })[]> {
  const rows = await runStatement(store, 'select seq, kind, ref from auth_changes where seq > $1 order by seq', [seq]);
  return rows.map(([number, kind, ref]) => ({
    seq: Number(number),
    kind: kind as AuthChange['kind'],
    ref: String(ref),
  }));
}

export async function latestAuthSeq(store: Store): Promise<number> {
  const [state] = await queries(store).select().from(authState).where(eq(authState.id, 1));
  return state?.seq ?? 0;
}

/** The last change always stays, so that a process that was suspended notices what it missed. */
export async function purgeAuthChanges(store: Store, before: Date): Promise<void> {
  const db = queries(store);
  const last = await latestAuthSeq(store);
  await db.delete(authChanges).where(and(lt(authChanges.at, before), lt(authChanges.seq, last)));
}
