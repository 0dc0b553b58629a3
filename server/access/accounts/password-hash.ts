import { availableParallelism } from 'node:os';

import { createConcurrencyLimit } from '../../concurrency';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 19 ms. */
const PARAMETERS = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=1$`;

/** Compared for unknown accounts, so that the answer takes the same time. */
const DUMMY_HASH = `${CURRENT}wZDngnqbMgOMjv9o2BpOX06Ul5wn46/JsKwtmd8eVbQ$bhGEIyu1VnR5wAWL8cTruwR4VwdVtOUyMIc2HB5pMn8`;

/** argon2 itself accepts any length. */
const MAX_BYTES = 1024;
const MAX_WAITING = 64;

export class Overloaded extends Error {
  override readonly name = 'Overloaded';
  readonly retryAfterSeconds = 1;
}

const refuse = (): Error => new Overloaded('Too many sign-ins at the same time. Try again later.');

/** Throws `Overloaded` above `max` waiting jobs. */
export const createHashSlots = (atOnce: number, max: number) =>
  createConcurrencyLimit({ atOnce, waiting: { max, refuse } });

const withSlot = createHashSlots(availableParallelism(), MAX_WAITING);

/** Throws `Overloaded`. */
export const hashPassword = (password: string): Promise<string> =>
  withSlot(() => Bun.password.hash(password, PARAMETERS));

/** Takes as long for an unknown account (`hash` undefined) as for a wrong password. Throws `Overloaded`. */
export function verifyPassword(
  password: string,
  hash: string | null | undefined,
  onUnreadable?: (error: unknown) => void,
): Promise<boolean> {
  const usable = hash && password !== '' && Buffer.byteLength(password, 'utf8') <= MAX_BYTES ? hash : undefined;
  return withSlot(async () => {
    if (usable === undefined) return pretend();
    try {
      return await Bun.password.verify(password, usable);
    } catch (error) {
      onUnreadable?.(error);
      return pretend();
    }
  });
}

export const needsRehash = (hash: string): boolean => !hash.startsWith(CURRENT);

async function pretend(): Promise<false> {
  await Bun.password.verify('-', DUMMY_HASH);
  return false;
}
