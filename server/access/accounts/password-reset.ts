import type { ResetPassword } from '../../../shared/access/accounts';
import { MINUTE_MS } from '../../../shared/durations';
import type { Store } from '../../db/database';
import { ApiError } from '../../errors';
import { base62Token, sha256Hex, TOKEN_LENGTH } from '../../secrets/tokens';
import { auditInstance } from '../audit/write';
import type { AccessRequest } from '../context';
import { invalidateRights } from '../guard/invalidate-rights';
import {
  deletePasswordResetsOf,
  deleteSessionsOf,
  deleteUnusedResetsOf,
  findOwnerOfReset,
  findUserByReset,
  insertPasswordReset,
  lockUser,
  consumePasswordReset,
  updateUser,
  type UserRow,
} from '../system/accounts';
import { clearThrottle } from '../system/throttle';
import { hashNewPassword } from './new-password';
import { findIdempotentAnswer, saveIdempotentAnswer } from './person-idempotency';
import { userTarget } from './present';
import { requireBrowser } from './sessions';
import { BUCKETS } from './throttle';

const LIFE_MS = 30 * MINUTE_MS;

/** Valid for 30 minutes; replaces earlier links. */
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

/** Ends all sessions without signing in. Throws 404 for an invalid token, and 400, which keeps the token valid. */
export async function resetPassword(ctx: AccessRequest, { token, password }: ResetPassword): Promise<void> {
  requireBrowser(ctx);
  const tokenHash = sha256Hex(token);
  const call = { operationId: 'auth.password.reset', parts: [tokenHash] };
  const isDone = async () => {
    const owner = await findOwnerOfReset(ctx.store, tokenHash);
    return owner !== undefined && (await findIdempotentAnswer(ctx, call, owner)) !== undefined;
  };
  if (await isDone()) return;
  const user = await findUserByReset(ctx.store, tokenHash, ctx.now());
  if (user?.status !== 'active') throw invalidResetLink();
  const passwordHash = await hashNewPassword(ctx, password, user);

  const isMine = await ctx.store.transaction(async (tx) => {
    const current = await lockUser(tx, user.id);
    if (current?.status !== 'active' || !(await consumePasswordReset(tx, tokenHash, ctx.now()))) return false;
    await updateUser(tx, user.id, { passwordHash, passwordChangedAt: ctx.now() });
    await deleteUnusedResetsOf(tx, user.id);
    await deleteSessionsOf(tx, user.id);
    await clearThrottle(tx, [BUCKETS.pair(user.email, ctx.origin.ip).id, BUCKETS.person(user.id).id]);
    const target = userTarget(user);
    await auditInstance({ ...ctx, actor: { type: 'anonymous' } }, tx, { action: 'auth.password_reset', target });
    await saveIdempotentAnswer(ctx, tx, { ...call, userId: user.id });
    await invalidateRights(ctx, tx, [{ kind: 'user', ref: user.id }]);
    return true;
  });
  if (!isMine && !(await isDone())) throw invalidResetLink();
}

const invalidResetLink = (): ApiError =>
  new ApiError('not_found', 'The link is not valid, was already used or has expired.');
