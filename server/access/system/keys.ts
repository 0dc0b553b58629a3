import { and, asc, eq, gt, inArray, isNull, lt, lte, or } from 'drizzle-orm';

import { chunked } from '../../chunked';
import { queries, runStatement, type Store, timeValue } from '../../db/database';
import { PURGE_ROWS } from '../../db/purge';
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

/** A key stays while keys that it created exist, since it shows which member they belong to. */
const DELETABLE = `select id from api_keys where revoked_at < $1 and not exists (
    select 1 from api_keys created
    where created.workspace_id = api_keys.workspace_id and created.created_by ->> 'id' = api_keys.id
  )`;

/** Keys of `used` stay too. */
export async function deleteRevokedKeys(
  store: Store,
  before: Date,
  used: (keyIds: readonly string[]) => Promise<readonly string[]>,
): Promise<number> {
  await queries(store).delete(apiKeySecrets).where(lt(apiKeySecrets.expiresAt, before));
  const rows = await runStatement(store, DELETABLE, [timeValue(before.getTime())]);
  let count = 0;
  for (const some of chunked(rows, PURGE_ROWS)) {
    const ids = new Set(some.map(([id]) => String(id)));
    for (const id of await used([...ids])) ids.delete(id);
    const deleted = queries(store)
      .delete(apiKeys)
      .where(inArray(apiKeys.id, [...ids]));
    count += (await deleted.returning({ id: apiKeys.id })).length;
  }
  return count;
}
