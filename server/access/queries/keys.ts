import { and, eq, isNull, gt } from 'drizzle-orm';

import { andThen, type Awaitable } from '../../awaitable';
import { type Store, queries, readRows, timeValue } from '../../db/database';
import type { ScopedDb } from '../../db/scoped';
import { placeholders } from '../../db/sql-text';
import { rowOf, shapeOf } from '../../db/table-shape';
import { type apiKeys, apiKeySecrets } from '../schema/keys';

export type KeyRow = typeof apiKeys.$inferSelect;
export type KeySecretRow = typeof apiKeySecrets.$inferSelect;

export async function insertKeySecret(tx: Store, secret: typeof apiKeySecrets.$inferInsert): Promise<void> {
  await queries(tx).insert(apiKeySecrets).values(secret);
}

const SECRETS = shapeOf(apiKeySecrets);

export function findKeySecrets(
  db: ScopedDb,
  keyIds: readonly string[],
  now: Date,
): Awaitable<Map<string, KeySecretRow[]>> {
  if (keyIds.length === 0) return new Map();
  const reading = readRows(
    db.store,
    `select ${SECRETS.names} from ${SECRETS.name} where "workspace_id" = $1
       and (expires_at is null or expires_at > $2) and key_id in (${placeholders(keyIds, 3)})`,
    [db.workspaceId, timeValue(now.getTime()), ...keyIds],
  );
  return andThen(reading, (rows) => {
    const secrets = rows.map((values) => rowOf(SECRETS, values) as KeySecretRow);
    secrets.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
    return Map.groupBy(secrets, ({ keyId }) => keyId);
  });
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
