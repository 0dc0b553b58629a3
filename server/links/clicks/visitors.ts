import { DAY_MS } from '../../../shared/durations';
import type { ClickRecord } from './journal/record';
import { dayOf } from './rollups/dimensions';

/** Clicks that arrive after this time have no visitor. */
export const SALT_RETENTION_MS = 2 * DAY_MS;

export type SaltOf = (day: number) => Uint8Array | null;

/** The clicks of a day wait until its salt exists. */
export class SaltMissing extends Error {
  override readonly name = 'SaltMissing';
  readonly day: number;

  constructor(day: number) {
    super(`There is no salt of day ${day}.`);
    this.day = day;
  }
}

/** 48 bits make a collision unlikely among ten million visitors of a day. */
const VISITOR_BITS = 48n;
const VISITOR_BYTES = 6;

export const firstVisitorOf = (day: number): bigint => BigInt(day) << VISITOR_BITS;

interface Visitors {
  /** Null once the salt is deleted. Call it in the order of days. */
  of(click: ClickRecord, now: number): bigint | null;
}

/** HMAC-SHA-256 over link, address and user agent. Without the day’s salt the address cannot be recovered. */
export function createVisitors(saltOf: SaltOf): Visitors {
  /** Copying a hasher with the day’s key costs half as much as making one. */
  const hashers = new Map<number, InstanceType<typeof Bun.CryptoHasher>>();

  const hasherOf = (day: number, now: number) => {
    const known = hashers.get(day);
    if (known !== undefined) return known;
    const salt = saltOf(day);
    if (salt === null) throw new SaltMissing(day);
    for (const old of hashers.keys()) if (isSaltExpired(old, now)) hashers.delete(old);
    const hasher = new Bun.CryptoHasher('sha256', salt);
    hashers.set(day, hasher);
    return hasher;
  };

  return {
    of({ at, linkId, address, userAgent }, now) {
      const day = dayOf(at);
      if (isSaltExpired(day, now)) return null;
      const digest = hasherOf(day, now).copy().update(`${linkId}\n${address}\n${userAgent}`).digest();
      return firstVisitorOf(day) | BigInt(digest.readUIntBE(0, VISITOR_BYTES));
    },
  };
}

export const isSaltExpired = (day: number, now: number): boolean => now >= (day + 1) * DAY_MS + SALT_RETENTION_MS;
