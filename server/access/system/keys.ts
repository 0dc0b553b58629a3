import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, or } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { workspaces } from '../../db/workspaces';
import { apiKeys, apiKeySecrets } from '../schema/keys';

export type KeyRow = typeof apiKeys.$inferSelect;
export type KeySecretRow = typeof apiKeySecrets.$inferSelect;

export async function insertKeySecret(tx: Store, secret: typeof apiKeySecrets.$inferInsert): Promise<void> {
  await queries(tx).insert(apiKeySecrets).values(secret);
}

/** Current and overlapping secrets by key, the newest first. */
export async function findKeySecrets(
  store: Store,
  workspaceId: string,
  keyIds: readonly string[],
  now: Date,
): Promise<Map<string, KeySecretRow[]>> {
  if (keyIds.length === 0) return new Map();
  const rows = await queries(store)
    .select()
    .from(apiKeySecrets)
    .where(
      and(
        eq(apiKeySecrets.workspaceId, workspaceId),
        inArray(apiKeySecrets.keyId, [...keyIds]),
        or(isNull(apiKeySecrets.expiresAt), gt(apiKeySecrets.expiresAt, now)),
      ),
    )
    .orderBy(desc(apiKeySecrets.createdAt));
  return Map.groupBy(rows, (row) => row.keyId);
}

/** Ends the overlap of an earlier rotation now, and that of the current secret at `until`. */
export async function replaceKeySecrets(
  tx: Store,
  key: { workspaceId: string; id: string },
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  const db = queries(tx);
  const ofKey = and(eq(apiKeySecrets.workspaceId, key.workspaceId), eq(apiKeySecrets.keyId, key.id));
  await db
    .update(apiKeySecrets)
    .set({ expiresAt: now })
    .where(and(ofKey, gt(apiKeySecrets.expiresAt, now)));
  await db
    .update(apiKeySecrets)
    .set({ expiresAt: until })
    .where(and(ofKey, isNull(apiKeySecrets.expiresAt)));
}

/** Keys that are not revoked and have a secret with one of the hashes, including expired keys. */
export async function findKeysByHashes(store: Store, hashes: readonly string[], now: Date) {
  if (hashes.length === 0) return [];
  return queries(store)
    .select({ id: apiKeys.id, workspaceId: apiKeys.workspaceId, policy: workspaces.leakedKeyPolicy })
    .from(apiKeySecrets)
    .innerJoin(apiKeys, eq(apiKeys.id, apiKeySecrets.keyId))
    .innerJoin(workspaces, eq(workspaces.id, apiKeySecrets.workspaceId))
    .where(
      and(
        inArray(apiKeySecrets.hash, [...hashes]),
        or(isNull(apiKeySecrets.expiresAt), gt(apiKeySecrets.expiresAt, now)),
        isNull(apiKeys.revokedAt),
      ),
    )
    .orderBy(asc(apiKeys.id));
}

/** Keys whose notice of expiry is due, either still valid or expired. */
export async function findDueExpiryNotices(store: Store, now: Date, of: 'live' | 'expired') {
  return queries(store)
    .select({ id: apiKeys.id, workspaceId: apiKeys.workspaceId })
    .from(apiKeys)
    .where(
      and(
        isNull(apiKeys.revokedAt),
        lte(apiKeys.expiryNoticeAt, now),
        of === 'live' ? gt(apiKeys.expiresAt, now) : lte(apiKeys.expiresAt, now),
      ),
    )
    .orderBy(asc(apiKeys.id));
}

/** Deletes keys revoked, and secrets replaced, before a time; returns the number of keys. */
export async function deleteRevokedKeys(store: Store, before: Date): Promise<number> {
  const db = queries(store);
  await db.delete(apiKeySecrets).where(lt(apiKeySecrets.expiresAt, before));
  const gone = await db.delete(apiKeys).where(lt(apiKeys.revokedAt, before)).returning({ id: apiKeys.id });
  return gone.length;
}
