import { fieldError } from '../../errors';
import type { AccessRequest } from '../context';
import { hashPassword } from './password-hash';
import { judgePassword } from './password-rules';

/** The hash of a new password. Throws 400 with the rule that it breaks, 503. Never within a transaction: it is slow. */
export async function hashNewPassword(
  ctx: Pick<AccessRequest, 'config'>,
  password: string,
  owner: { email: string; name: string },
): Promise<string> {
  const { host } = new URL(ctx.config.baseUrl);
  const fault = judgePassword(password, { email: owner.email, name: owner.name, host });
  if (fault) throw fieldError('validation_failed', '/password', fault.code, fault.message);
  return hashPassword(password);
}
