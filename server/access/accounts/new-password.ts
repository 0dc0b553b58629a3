import { fieldError } from '../../errors';
import type { AccessRequest } from '../context';
import { hashPassword } from './password-hash';
import { checkPassword } from './password-rules';

/** Throws 400 for a broken rule, and 503. Call it outside transactions, since it is slow. */
export async function hashNewPassword(
  ctx: Pick<AccessRequest, 'config'>,
  password: string,
  owner: { email: string; name: string },
): Promise<string> {
  const { host } = new URL(ctx.config.baseUrl);
  const fault = checkPassword(password, { email: owner.email, name: owner.name, host });
  if (fault) throw fieldError('validation_failed', '/password', fault.code, fault.message);
  return hashPassword(password);
}
