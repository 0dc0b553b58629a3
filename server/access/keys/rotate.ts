import { eq } from 'drizzle-orm';

import type { ApiKeyWithSecret } from '../../../shared/access/key-answers';
import type { RotateKey } from '../../../shared/access/keys';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { newKeySecret } from '../../secrets/tokens';
import { audit } from '../audit/write';
import type { AccessContext } from '../context';
import { invalidateRights } from '../guard/invalidate-rights';
import { insertKeySecret, replaceKeySecrets } from '../queries/keys';
import { apiKeys } from '../schema/keys';
import { secretRow } from './create';
import { keyGrantOf, requireWithinGrant } from './grant';
import { keyTarget, presentOneKey, statusOf } from './present';
import { expiryOf, lockKeyCount, nextExpiryNotice, requireNotRevoked, requireOwnKey, requireKeyQuota } from './rules';

/** The previous secret stays valid for the overlap, an older one ends. The key must be within the caller’s access. */
export async function rotateKey(ctx: AccessContext, input: RotateKey): Promise<ApiKeyWithSecret> {
  const { key_id, overlap_seconds, expires_at } = input;
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    if (expires_at !== undefined) await lockKeyCount(tx);
    const row = await tx.require(apiKeys, key_id, { lock: true });
    requireOwnKey(ctx, row);
    requireNotRevoked(row);

    const isExpired = statusOf(row, now) === 'expired';
    if (isExpired && expires_at === undefined) {
      throw new ApiError('invalid_state', 'The key has expired. Rotate it with a new `expires_at`.');
    }
    const expiresAt = expires_at === undefined ? row.expiresAt : expiryOf(expires_at, now);
    requireWithinGrant(ctx, keyGrantOf({ ...row, expiresAt }));
    if (isExpired) await requireKeyQuota(tx, now);

    const secret = newKeySecret(row.kind);
    // An expired secret stays invalid, since it may have been abandoned long ago.
    const overlapMs = isExpired ? 0 : overlap_seconds * 1000;
    await replaceKeySecrets(tx.store, row, { now, until: new Date(now.getTime() + overlapMs) });
    await insertKeySecret(tx.store, secretRow(row, secret, now));
    const [rotated = row] = await tx.update(apiKeys, eq(apiKeys.id, row.id), {
      expiresAt,
      ...(expires_at === undefined ? {} : { expiryNoticeAt: nextExpiryNotice(expiresAt, now) }),
      updatedAt: now,
      version: row.version + 1,
    });
    const key = await presentOneKey(tx, rotated, now);

    await audit(ctx, tx, 'api_key.rotated', keyTarget(row), {
      overlap_seconds: overlapMs / 1000,
      expires_at: key.expires_at,
    });
    await emit(ctx, tx, [{ type: 'api_key.rotated', data: key }]);
    await invalidateRights(ctx, tx.store, [{ kind: 'key', ref: row.id }]);
    return { ...key, secret };
  });
}
