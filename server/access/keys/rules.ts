import { and, gt, isNull, or, type SQL } from 'drizzle-orm';

import { MAX_KEY_LIFE_MS, MIN_KEY_LIFE_MS } from '../../../shared/access/keys';
import { DAY_MS } from '../../../shared/durations';
import { LIMITS } from '../../../shared/limits';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, fieldError } from '../../errors';
import { requireQuota } from '../../limits/quota';
import type { AccessContext } from '../context';
import type { KeyRow } from '../queries/keys';
import { lockWorkspace } from '../queries/workspaces';
import { apiKeys } from '../schema/keys';

const WARNED_DAYS = [14, 3, 1];

/** Developers may only change their own keys. Throws 403. */
export function requireOwnKey({ actor }: Pick<AccessContext, 'actor'>, row: KeyRow): void {
  if (actor.type === 'key' || actor.member?.role !== 'developer') return;
  if (row.createdBy.type === 'user' && row.createdBy.id === actor.userId) return;
  throw new ApiError('insufficient_role', 'A developer can only change keys that the developer created.');
}

export function requireNotRevoked(row: KeyRow): void {
  if (row.revokedAt) throw new ApiError('invalid_state', 'The key is revoked.');
}

/** Throws 422 outside 1 minute to 5 years. */
export function expiryOf(asked: string | null | undefined, now: Date): Date | null {
  if (asked === null || asked === undefined) return null;
  const expiresAt = new Date(asked);
  const lifeMs = expiresAt.getTime() - now.getTime();
  if (lifeMs >= MIN_KEY_LIFE_MS && lifeMs <= MAX_KEY_LIFE_MS) return expiresAt;
  throw fieldError(
    'unprocessable',
    '/expires_at',
    'out_of_range',
    'Must be between 1 minute and 5 years in the future.',
  );
}

export function nextExpiryNotice(expiresAt: Date | null, now: Date): Date | null {
  if (!expiresAt || expiresAt <= now) return null;
  const warnings = WARNED_DAYS.map((days) => new Date(expiresAt.getTime() - days * DAY_MS));
  return warnings.find((at) => at > now) ?? expiresAt;
}

export const isLive = (now: Date): SQL | undefined =>
  and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)));

export const countLiveKeys = (db: ScopedDb, now: Date): Promise<number> => db.count(apiKeys, isLive(now));

/** Serialises creation; call it before locking a key. */
export async function lockKeyCount(tx: ScopedDb): Promise<void> {
  await lockWorkspace(tx.store, tx.workspaceId);
}

/** Requires `lockKeyCount`. Throws 409 `conflict`. */
export async function requireKeyQuota(tx: ScopedDb, now: Date): Promise<void> {
  const advice = 'Revoke a key that you no longer use.';
  requireQuota(await countLiveKeys(tx, now), {
    limit: LIMITS.liveKeysPerWorkspace,
    of: 'active keys',
    advice,
    code: 'conflict',
  });
}
