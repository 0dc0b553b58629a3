import { availableParallelism } from 'node:os';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 19 ms. */
const PARAMETERS = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=1$`;

/** Hash of a random text that nobody kept, with the same parameters: what an unknown account is compared with. */
const DUMMY_HASH = `${CURRENT}wZDngnqbMgOMjv9o2BpOX06Ul5wn46/JsKwtmd8eVbQ$bhGEIyu1VnR5wAWL8cTruwR4VwdVtOUyMIc2HB5pMn8`;

/** No password of ours is longer, and argon2 would take any length. */
const MAX_BYTES = 1024;
const MAX_WAITING = 64;

/** Every hashing slot is taken and the queue is full: 503 `overloaded`. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
  readonly retryAfterSeconds = 1;
}

/** Lets `slots` jobs run at a time and `queue` wait; the next one is refused with `Overloaded`. */
export function createSlots(slots: number, queue: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function withSlot<T>(job: () => Promise<T>): Promise<T> {
    if (running < slots) {
      running += 1;
    } else {
      if (waiting.length >= queue) throw new Overloaded('Too many sign-ins at the same time. Try again later.');
      // The one that ends hands its slot over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }

    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

const withSlot = createSlots(availableParallelism(), MAX_WAITING);

/** Throws `Overloaded`; the password was judged before (an empty one cannot be hashed). */
export const hashPassword = (password: string): Promise<string> =>
  withSlot(() => Bun.password.hash(password, PARAMETERS));

/**
 * Whether the password fits. Takes as long for an unknown account (`hash` undefined) as for a wrong password, and a
 * stored hash that cannot be read counts as wrong: `onUnreadable` is there to log it. Throws nothing but `Overloaded`.
 */
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

/** Whether the hash has other parameters than today's, so that a sign-in should renew it. */
export const needsRehash = (hash: string): boolean => !hash.startsWith(CURRENT);

async function pretend(): Promise<false> {
  await Bun.password.verify('-', DUMMY_HASH);
  return false;
}
