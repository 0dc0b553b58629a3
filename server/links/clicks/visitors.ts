import { DAY_MS, dayOf } from './dimensions';
import type { ClickRecord } from './journal/record';

/** Salts are kept so long after their day; clicks that come later are of nobody. */
export const SALT_KEPT_MS = 2 * DAY_MS;

/** The salt of a UTC day; null when there is none. */
export type SaltOf = (day: number) => Uint8Array | null;

/** A day whose salt has to be there has none: the clicks wait for it. */
export class SaltMissing extends Error {
  override readonly name = 'SaltMissing';
  readonly day: number;

  constructor(day: number) {
    super(`There is no salt of day ${day}.`);
    this.day = day;
  }
}

/** Bits of a visitor below those of the day: of ten million in a day, hardly two are taken for one. */
const VISITOR_BITS = 48n;
const VISITOR_BYTES = 6;

/** Where the visitors of a UTC day begin. */
export const visitorsFrom = (day: number): bigint => BigInt(day) << VISITOR_BITS;

export interface Visitors {
  /** Whoever clicked, for one link and day, in the order of days; null where nobody can be told from another any more. */
  of(click: ClickRecord, now: number): bigint | null;
}

/**
 * Tells visitors of one link apart for one UTC day: the first 48 bits of HMAC-SHA-256 under the salt of the day, of
 * link, address and user agent. Once the salt is gone, nothing leads back to an address.
 */
export function createVisitors(saltOf: SaltOf): Visitors {
  /** With the key of the day in them; a copy costs half of a new one. */
  const hashers = new Map<number, InstanceType<typeof Bun.CryptoHasher>>();

  const hasherOf = (day: number, now: number) => {
    const known = hashers.get(day);
    if (known !== undefined) return known;
    const salt = saltOf(day);
    if (salt === null) throw new SaltMissing(day);
    for (const old of hashers.keys()) if (isOver(old, now)) hashers.delete(old);
    const hasher = new Bun.CryptoHasher('sha256', salt);
    hashers.set(day, hasher);
    return hasher;
  };

  return {
    of({ at, linkId, address, userAgent }, now) {
      const day = dayOf(at);
      if (isOver(day, now)) return null;
      const digest = hasherOf(day, now).copy().update(`${linkId}\n${address}\n${userAgent}`).digest();
      return visitorsFrom(day) | BigInt(digest.readUIntBE(0, VISITOR_BYTES));
    },
  };
}

/** The salt of a day has gone by this time. */
export const isOver = (day: number, now: number): boolean => now >= (day + 1) * DAY_MS + SALT_KEPT_MS;
