import type { ResetPassword } from '../../../shared/access/accounts';
import type { Store } from '../../db/database';
import { ApiError } from '../../errors';
import { base62Token, sha256Hex, TOKEN_LENGTH } from '../../secrets/tokens';
import { audit } from '../audit/write';
import type { AccessRequest } from '../context';
import { narrowRights } from '../guard/changes';
import {
  deletePasswordResetsOf,
  deleteSessionsOf,
  deleteUnusedResetsOf,
  findOwnerOfReset,
  findUserByReset,
  insertPasswordReset,
  lockUser,
  takePasswordReset,
  updateUser,
  type UserRow,
} from '../system/accounts';
import { clearThrottle } from '../system/throttle';
import { hashNewPassword } from './new-password';
import { answeredBefore, keepAnswered } from './once-for-person';
import { requireBrowser } from './sessions';
import { BUCKETS } from './throttle';

const LIFE_MS = 30 * 60_000;

/** A one-time link by which the person sets a new password within 30 minutes; it voids those before. */
export async function createResetLink(
  ctx: Pick<AccessRequest, 'config' | 'now'>,
  tx: Store,
  user: UserRow,
): Promise<{ url: string; expiresAt: Date }> {
  const now = ctx.now();
  const token = base62Token(TOKEN_LENGTH);
  const expiresAt = new Date(now.getTime() + LIFE_MS);
  await deletePasswordResetsOf(tx, user.id);
  await insertPasswordReset(tx, { tokenHash: sha256Hex(token), userId: user.id, createdAt: now, expiresAt });
  return { url: `${ctx.config.baseUrl}/user/api/reset#token=${token}`, expiresAt };
}

/**
 * Sets a new password by a reset link and ends all sessions; it does not sign in. Throws one and the same 404 for a
 * token that is unknown, used or expired, 400 for a bad password, which leaves the token as it is. The same call under
 * one Idempotency-Key succeeds again for as long as the link would have lived, and changes nothing.
 */
export async function resetPassword(ctx: AccessRequest, { token, password }: ResetPassword): Promise<void> {
  requireBrowser(ctx);
  const tokenHash = sha256Hex(token);
  const call = { operationId: 'auth.password.reset', parts: [tokenHash] };
  const isDone = async () => {
    const owner = await findOwnerOfReset(ctx.store, tokenHash);
    return owner !== undefined && (await answeredBefore(ctx, call, owner)) !== undefined;
  };
  if (await isDone()) return;
  const user = await findUserByReset(ctx.store, tokenHash, ctx.now());
  if (user?.state !== 'active') throw badLink();
  const passwordHash = await hashNewPassword(ctx, password, user);

  const isMine = await ctx.store.transaction(async (tx) => {
    const current = await lockUser(tx, user.id);
    if (current?.state !== 'active' || !(await takePasswordReset(tx, tokenHash, ctx.now()))) return false;
    await updateUser(tx, user.id, { passwordHash, passwordChangedAt: ctx.now() });
    await deleteUnusedResetsOf(tx, user.id);
    await deleteSessionsOf(tx, user.id);
    await clearThrottle(tx, [BUCKETS.pair(user.email, ctx.origin.ip).id, BUCKETS.person(user.id).id]);
    const target = { type: 'user', id: user.id, label: user.name };
    await audit({ ...ctx, actor: { type: 'anonymous' } }, tx, { action: 'auth.password_reset', target });
    await keepAnswered(ctx, tx, { ...call, userId: user.id });
    await narrowRights(ctx, tx, [{ kind: 'user', ref: user.id }]);
    return true;
  });
  if (!isMine && !(await isDone())) throw badLink();
}

const badLink = (): ApiError => new ApiError('not_found', 'The link is not valid, was already used or has expired.');
