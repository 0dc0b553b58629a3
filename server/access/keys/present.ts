import { ApiKey } from '../../../shared/access/key-answers';
import { andThen, type Awaitable } from '../../awaitable';
import type { ScopedDb } from '../../db/scoped';
import { firstOrNotFound } from '../../errors';
import { presentAs } from '../../present-as';
import { timeText } from '../../times';
import { findKeySecrets, type KeyRow, type KeySecretRow } from '../queries/keys';

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
      expires_at: timeText(secret.expiresAt),
      last_used_at: timeText(secret.lastUsedAt),
      last_used_ip: secret.lastUsedIp,
    })),
  });
}

export function presentKeys(db: ScopedDb, rows: readonly KeyRow[], now: Date): Awaitable<ApiKey[]> {
  const ids = rows.map(({ id }) => id);
  return andThen(findKeySecrets(db, ids, now), (secrets) =>
    rows.map((row) => presentKey(row, secrets.get(row.id) ?? [], now)),
  );
}

export const presentOneKey = (db: ScopedDb, row: KeyRow, now: Date): Awaitable<ApiKey> =>
  andThen(presentKeys(db, [row], now), firstOrNotFound);
