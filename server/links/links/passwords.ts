import { LIMITS } from '../../../shared/limits';
import type { LinkChange } from '../../../shared/links/inputs';
import { createSlots, hashPassword } from '../../access/accounts/password-hash';
import { ApiError } from '../../errors';
import type { LinkRow } from './origin';

/** Each takes 20 ms of a core. */
const MOST_AT_ONCE = 20;

/** Of all links one at a time, and some seconds’ worth of them: whoever sets many keeps nobody from signing in. */
const inTurn = createSlots(1, 256);

/** Hashes the passwords of one request, one at a time and equal ones once. */
export function passwordHasher() {
  const hashes = new Map<string, string>();
  return async function passwordColumns({ password }: LinkChange): Promise<Partial<LinkRow>> {
    if (password === undefined) return {};
    if (password === null) return { passwordHash: null };
    const hash = hashes.get(password) ?? (await inTurn(() => hashPassword(password)));
    hashes.set(password, hash);
    return { passwordHash: hash };
  };
}

/** At most so many different passwords in a request that takes many links. Throws 422. */
export function requireFewPasswords(items: readonly LinkChange[]): void {
  const allowed = new Set<string>();
  const errors = items.flatMap(({ password }, index) => {
    if (typeof password !== 'string' || allowed.has(password)) return [];
    if (allowed.size < MOST_AT_ONCE) {
      allowed.add(password);
      return [];
    }
    const message = `A request can set at most ${MOST_AT_ONCE} different passwords. Send the others in further requests.`;
    return [{ in: 'body' as const, pointer: `/items/${index}/password`, code: 'too_many_passwords', message }];
  });
  const [first] = errors;
  if (!first) return;
  throw new ApiError('unprocessable', { detail: first.message, errors: errors.slice(0, LIMITS.issuesPerProblem) });
}
