import type { Account, ChangePassword, UpdateAccount, User } from '../../../shared/access/accounts';
import { ApiError } from '../../errors';
import { auditInstance } from '../audit/write';
import type { AccessSession } from '../context';
import { invalidateRights } from '../guard/invalidate-rights';
import {
  countMemberChange,
  deletePasswordResetsOf,
  deleteSessionsOf,
  findSession,
  findUser,
  lockUser,
  updateUser,
} from '../system/accounts';
import { sendCookie } from './cookies';
import { deviceCookie } from './device-cookie';
import { hashNewPassword } from './new-password';
import { presentSession, presentUser } from './present';
import { provePassword } from './prove-password';
import { renewOwnSession } from './sessions';

export async function getAccount(ctx: AccessSession): Promise<Account> {
  const { userId, sessionId } = ctx.actor;
  const [user, session] = await Promise.all([findUser(ctx.store, userId), findSession(ctx.store, sessionId)]);
  if (!user || !session) throw new ApiError('session_required');
  return { user: presentUser(user), session: presentSession(session, sessionId) };
}

export async function updateAccount(ctx: AccessSession, { name }: UpdateAccount): Promise<User> {
  const { userId } = ctx.actor;
  return ctx.store.transaction(async (tx) => {
    const before = await lockUser(tx, userId);
    const user = await updateUser(tx, userId, { name });
    if (!before || !user) throw new ApiError('session_required');
    await countMemberChange(tx, userId);
    await auditInstance(ctx, tx, {
      action: 'account.updated',
      changes: { before: { name: before.name }, after: { name } },
    });
    await invalidateRights(ctx, tx, [{ kind: 'user', ref: userId }]);
    return presentUser(user);
  });
}

/** Also ends other sessions and renews this one. Throws 401 `invalid_credentials`, 400, 429. */
export async function changePassword(ctx: AccessSession, input: ChangePassword): Promise<User> {
  const { userId, sessionId, email, name } = ctx.actor;
  const passwordHash = await hashNewPassword(ctx, input.password, { email, name });

  return provePassword(ctx, input.current_password, async (tx) => {
    const user = await updateUser(tx, userId, { passwordHash, passwordChangedAt: ctx.now() });
    if (!user) throw new ApiError('session_required');
    await deletePasswordResetsOf(tx, userId);
    const ended = await deleteSessionsOf(tx, userId, sessionId);
    const renewed = await renewOwnSession(ctx, tx);
    await auditInstance(ctx, tx, { action: 'auth.password_changed', changes: { sessions_ended: ended.length } });
    await invalidateRights(ctx, tx, [{ kind: 'user', ref: userId }, renewed]);
    tx.afterCommit(() => sendCookie(ctx, deviceCookie(ctx, user)));
    return presentUser(user);
  });
}
