import type { SignedIn, SignIn } from '../../../shared/access/accounts';
import { ApiError } from '../../errors';
import { sha256Hex } from '../../secrets/tokens';
import { auditInstance } from '../audit/write';
import type { AccessRequest } from '../context';
import { invalidateRights } from '../guard/invalidate-rights';
import { findUserByEmail, lockUser, updateUser, type UserRow } from '../system/accounts';
import { sendCookie } from './cookies';
import { deviceCookie, isDeviceOf, readDevice } from './device-cookie';
import { hashPassword, needsRehash, verifyPassword } from './password-hash';
import { presentUser, userTarget } from './present';
import { personActor, requireBrowser, startSession } from './sessions';
import { admitAttempt, BUCKETS, tooManyTries, type SignInAttempt } from './throttle';

/** Every refusal has the same answer after the same time. Throws 401 `invalid_credentials`, 429, 503. */
export async function signIn(ctx: AccessRequest, { email, password }: SignIn): Promise<SignedIn> {
  requireBrowser(ctx);
  const device = readDevice(ctx);
  if (!device) chargeAddress(ctx);
  const user = await findUserByEmail(ctx.store, email);
  const known = isDeviceOf(device, user);
  if (device && !known) chargeAddress(ctx);

  const pair = BUCKETS.pair(email, ctx.origin.ip);
  const attempt = await admitAttempt(
    ctx,
    // On a known device only the device's own failures count, so that no attacker can lock the person out.
    known ? [BUCKETS.device(device.nonce)] : [BUCKETS.address(ctx.origin.ip), pair, BUCKETS.account(email)],
  );
  try {
    const hash = user?.status === 'active' ? user.passwordHash : undefined;
    const fits = await verifyPassword(password, hash, (error) =>
      ctx.log.error({ err: error, user_id: user?.id }, 'stored password hash unreadable'),
    );
    if (!user || !fits) throw await refuse(ctx, attempt, email, user);

    const renewed = needsRehash(user.passwordHash ?? '') ? await hashPassword(password) : undefined;
    return await ctx.store.transaction(async (tx) => {
      const current = await lockUser(tx, user.id);
      // The account changed while the hash was computed.
      if (current?.status !== 'active' || current.passwordHash !== hash) throw new ApiError('invalid_credentials');
      if (renewed !== undefined) await updateUser(tx, user.id, { passwordHash: renewed });

      await attempt.clear(tx, pair);
      const ended = await startSession(ctx, tx, current);
      await auditInstance({ ...ctx, actor: personActor(current, ctx.now()) }, tx, { action: 'auth.signed_in' });
      await invalidateRights(ctx, tx, ended);
      tx.afterCommit(() => sendCookie(ctx, deviceCookie(ctx, current)));
      return { user: presentUser(current) };
    });
  } finally {
    attempt.end();
  }
}

/** An unknown address is logged as a hash instead of audited. */
async function refuse(ctx: AccessRequest, attempt: SignInAttempt, email: string, user: UserRow | undefined) {
  await attempt.fail(async (tx) => {
    if (!user) return;
    const target = userTarget(user);
    await auditInstance({ ...ctx, actor: { type: 'anonymous' } }, tx, { action: 'auth.sign_in_failed', target });
  });
  if (!user) {
    const address = sha256Hex(email).slice(0, 16);
    ctx.log.info({ request_id: ctx.requestId, address, ip: ctx.origin.ip }, 'sign-in refused: unknown address');
  }
  return new ApiError('invalid_credentials');
}

/** Charged here instead of in the guard, so that known devices are exempt. Throws 429. */
function chargeAddress(ctx: AccessRequest): void {
  const { allowed, retryAfterSeconds } = ctx.limits.failures.charge(ctx.origin.ip);
  if (!allowed) throw tooManyTries(retryAfterSeconds * 1000);
}
