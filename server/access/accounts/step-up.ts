import type { StepUp, SteppedUp } from '../../../shared/access/accounts';
import { MINUTE_MS } from '../../../shared/durations';
import { ApiError } from '../../errors';
import { auditInstance } from '../audit/write';
import type { AccessRequest, AccessSession } from '../context';
import { invalidateRights } from '../guard/invalidate-rights';
import { provePassword } from './prove-password';
import { renewOwnSession } from './sessions';

const STEP_UP_MS = 10 * MINUTE_MS;

/** The password must have been given within 10 minutes. Keys pass. Throws 403. */
export function requireStepUp({ actor, now }: Pick<AccessRequest, 'actor' | 'now'>): void {
  if (actor.type !== 'user') return;
  if (now().getTime() - actor.passwordVerifiedAt.getTime() > STEP_UP_MS) throw new ApiError('step_up_required');
}

/** Throws 401 `invalid_credentials`, 429. */
export async function stepUp(ctx: AccessSession, { password }: StepUp): Promise<SteppedUp> {
  await provePassword(ctx, password, async (tx) => {
    const renewed = await renewOwnSession(ctx, tx);
    await auditInstance(ctx, tx, { action: 'auth.stepped_up' });
    await invalidateRights(ctx, tx, [renewed]);
  });
  return { password_verified_at: ctx.now().toISOString() };
}
