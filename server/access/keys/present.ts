import { ApiKey } from '../../../shared/access/key-answers';
import type { ScopedDb } from '../../db/scoped';
import { presentAs } from '../../present-as';
import { findKeySecrets, type KeyRow, type KeySecretRow } from '../queries/keys';

const text = (time: Date | null): string | null => time?.toISOString() ?? null;

export function statusOf(row: Pick<KeyRow, 'revokedAt' | 'expiresAt'>, now: Date): ApiKey['status'] {
  if (row.revokedAt) return 'revoked';
  return row.expiresAt && row.expiresAt <= now ? 'expired' : 'active';
}

export const keyTarget = (row: Pick<KeyRow, 'id' | 'name'>) => ({ type: 'api_key', id: row.id, label: row.name });

function presentKey(row: KeyRow, secrets: readonly KeySecretRow[], now: Date): ApiKey {
  return presentAs(ApiKey, row, {
    masked_secret: secrets[0]?.maskedSecret ?? '',
    status: statusOf(row, now),
    secrets: secrets.map((secret) => ({
      masked_secret: secret.maskedSecret,
      created_at: secret.createdAt.toISOString(),
      expires_at: text(secret.expiresAt),
      last_used_at: text(secret.lastUsedAt),
      last_used_ip: secret.lastUsedIp,
    })),
  });
}

export async function presentKeys(db: ScopedDb, rows: readonly KeyRow[], now: Date): Promise<ApiKey[]> {
  const ids = rows.map((row) => row.id);
  const secrets = await findKeySecrets(db.store, db.workspaceId, ids, now);
  return rows.map((row) => presentKey(row, secrets.get(row.id) ?? [], now));
}

export async function presentOneKey(db: ScopedDb, row: KeyRow, now: Date): Promise<ApiKey> {
  const secrets = await findKeySecrets(db.store, db.workspaceId, [row.id], now);
  return presentKey(row, secrets.get(row.id) ?? [], now);
}
