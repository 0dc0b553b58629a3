import { and, gt, isNull, or, type SQL } from 'drizzle-orm';

import { MAX_KEY_LIFE_MS, MIN_KEY_LIFE_MS } from '../../../shared/access/keys';
import { LIMITS } from '../../../shared/limits';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, fieldError } from '../../errors';
import type { AccessContext } from '../context';
import { apiKeys } from '../schema/keys';
import type { KeyRow } from '../system/keys';
import { lockWorkspace } from '../system/workspaces';

const DAY_MS = 86_400_000;
const WARNED_DAYS = [14, 3, 1];

/** A developer changes only the keys that this developer made. Throws 403. */
export function requireOwnKey({ actor }: Pick<AccessContext, 'actor'>, row: KeyRow): void {
  if (actor.type === 'key' || actor.member?.role !== 'developer') return;
  if (row.createdBy.type === 'user' && row.createdBy.id === actor.userId) return;
  throw new ApiError('insufficient_role', 'A developer can only change keys that the developer created.');
}

export function requireNotRevoked(row: KeyRow): void {
  if (row.revokedAt) throw new ApiError('invalid_state', 'The key is revoked.');
}

/** The expiry that a caller asks for. Throws 422 when it is not 1 minute to 5 years ahead. */
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

/** When the next notice of an expiry is due: a warning that still lies ahead, or the expiry itself. */
export function nextExpiryNotice(expiresAt: Date | null, now: Date): Date | null {
  if (!expiresAt || expiresAt <= now) return null;
  const warnings = WARNED_DAYS.map((days) => new Date(expiresAt.getTime() - days * DAY_MS));
  return warnings.find((at) => at > now) ?? expiresAt;
}

export const isLive = (now: Date): SQL | undefined =>
  and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)));

/** How many keys of the workspace work now. */
export const countLiveKeys = (db: ScopedDb, now: Date): Promise<number> => db.count(apiKeys, isLive(now));

/** Keeps others from making or reviving keys meanwhile. Call it before a key’s row is held. */
export async function holdKeyCount(tx: ScopedDb): Promise<void> {
  await lockWorkspace(tx.store, tx.workspaceId);
}

/** Room for one more working key; `holdKeyCount` comes before. Throws 409 `conflict`. */
export async function requireRoom(tx: ScopedDb, now: Date): Promise<void> {
  const most = LIMITS.liveKeysPerWorkspace;
  if ((await tx.count(apiKeys, isLive(now))) < most) return;
  throw new ApiError(
    'conflict',
    `A workspace can have at most ${most} active keys. Revoke a key that you no longer use.`,
  );
}
