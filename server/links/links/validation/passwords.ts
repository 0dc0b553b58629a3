import { LIMITS } from '../../../../shared/limits';
import type { LinkChange } from '../../../../shared/links/inputs';
import { createHashSlots, hashPassword } from '../../../access';
import { ApiError } from '../../../errors';
import type { LinkRow } from '../../schema/links';

/** Each hash takes 20 ms of a core. */
const MAX_PASSWORDS_PER_REQUEST = 20;

/** One hash at a time over all links, so that setting many passwords does not delay sign-ins. */
const withHashSlot = createHashSlots(1, 256);

export function passwordHasher() {
  const hashes = new Map<string, string>();
  return async function passwordColumns({ password }: LinkChange): Promise<Partial<LinkRow>> {
    if (password === undefined) return {};
    if (password === null) return { passwordHash: null };
    const hash = hashes.get(password) ?? (await withHashSlot(() => hashPassword(password)));
    hashes.set(password, hash);
    return { passwordHash: hash };
  };
}

/** Throws 422 for too many different passwords in a bulk request. */
export function requirePasswordLimit(items: readonly LinkChange[]): void {
  const allowed = new Set<string>();
  const errors = items.flatMap(({ password }, index) => {
    if (typeof password !== 'string' || allowed.has(password)) return [];
    if (allowed.size < MAX_PASSWORDS_PER_REQUEST) {
      allowed.add(password);
      return [];
    }
    const message = `A request can set at most ${MAX_PASSWORDS_PER_REQUEST} different passwords. Send the others in further requests.`;
    return [{ in: 'body' as const, pointer: `/items/${index}/password`, code: 'too_many_passwords', message }];
  });
  const [first] = errors;
  if (!first) return;
  throw new ApiError('unprocessable', { detail: first.message, errors: errors.slice(0, LIMITS.issuesPerProblem) });
}
