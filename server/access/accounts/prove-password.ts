import type { Store } from '../../db/database';
import { ApiError } from '../../errors';
import { auditInstance } from '../audit/write';
import type { AccessSession } from '../context';
import { findUser, lockUser, type UserRow } from '../system/accounts';
import { verifyPassword } from './password-hash';
import { admitAttempt, BUCKETS } from './throttle';

/** Runs `work` in a transaction after checking the current password. Throws 401 `invalid_credentials`, 429, 503. */
export async function provePassword<T>(
  ctx: AccessSession,
  password: string,
  work: (tx: Store, user: UserRow) => Promise<T>,
): Promise<T> {
  const { userId } = ctx.actor;
  const person = BUCKETS.person(userId);
  // Not the address: the session says who it is, and failures of others must not lock the person out.
  const attempt = await admitAttempt(ctx, [person]);
  try {
    const user = await findUser(ctx.store, userId);
    const isCorrect = await verifyPassword(password, user?.passwordHash, (error) =>
      ctx.log.error({ err: error, user_id: userId }, 'stored password hash unreadable'),
    );
    if (!user || !isCorrect) {
      await attempt.fail((tx) => auditInstance(ctx, tx, { action: 'auth.step_up_failed' }));
      throw new ApiError('invalid_credentials', 'The password is wrong.');
    }

    return await ctx.store.transaction(async (tx) => {
      const current = await lockUser(tx, userId);
      // The account changed while the hash was computed.
      if (current?.status !== 'active' || current.passwordHash !== user.passwordHash) {
        throw new ApiError('session_required');
      }
      await attempt.clear(tx, person);
      return work(tx, current);
    });
  } finally {
    attempt.end();
  }
}
