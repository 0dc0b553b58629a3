import { and, eq, inArray, or, isNull, gt, desc } from 'drizzle-orm';

import { type Store, queries } from '../../db/database';
import { type apiKeys, apiKeySecrets } from '../schema/keys';

export type KeyRow = typeof apiKeys.$inferSelect;
export type KeySecretRow = typeof apiKeySecrets.$inferSelect;

export async function insertKeySecret(tx: Store, secret: typeof apiKeySecrets.$inferInsert): Promise<void> {
  await queries(tx).insert(apiKeySecrets).values(secret);
}

/** Newest first. */
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
