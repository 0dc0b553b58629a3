import { and, asc, eq, gt, inArray, isNull, lt, lte, or } from 'drizzle-orm';

import { queries, runStatement, type Store, timeValue } from '../../db/database';
import { workspaces } from '../../db/workspaces';
import { apiKeys, apiKeySecrets } from '../schema/keys';

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

/** A key stays while keys that it created exist: it says which member they belong to. */
const DELETE_REVOKED = `delete from api_keys where revoked_at < $1 and not exists (
    select 1 from api_keys created
    where created.workspace_id = api_keys.workspace_id and created.created_by ->> 'id' = api_keys.id
  ) returning id`;

export async function deleteRevokedKeys(store: Store, before: Date): Promise<number> {
  await queries(store).delete(apiKeySecrets).where(lt(apiKeySecrets.expiresAt, before));
  const gone = await runStatement(store, DELETE_REVOKED, [timeValue(before.getTime())]);
  return gone.length;
}
