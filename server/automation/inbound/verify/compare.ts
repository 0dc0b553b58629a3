import { timingSafeEqual } from 'node:crypto';

import type { SignedRequest } from './types';

/** Whether two texts are equal, in a time that tells nothing but their lengths. */
export function equalText(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether any of several is equal; every one is compared, so the time does not tell which. */
export const equalsAny = (given: readonly string[], expected: readonly string[]): boolean =>
  given.reduce((found, one) => expected.reduce((any, other) => equalText(one, other) || any, false) || found, false);

export type HmacAlgorithm = 'sha1' | 'sha256' | 'sha512';

export function hmac(
  algorithm: HmacAlgorithm,
  key: string | Uint8Array,
  parts: readonly (string | Uint8Array)[],
  encoding: 'hex' | 'base64',
): string {
  const hasher = new Bun.CryptoHasher(algorithm, key);
  for (const part of parts) hasher.update(part);
  return hasher.digest(encoding);
}

/** Whether the time of a signature, in milliseconds since 1970, lies near enough. */
export const isFresh = ({ now }: SignedRequest, time: number, toleranceSeconds: number): boolean =>
  Math.abs(now.getTime() - time) <= toleranceSeconds * 1000;

/** Seconds since 1970 as a header has them; undefined for what is no number. */
export const readTime = (text: string): number | undefined => (/^\d{1,16}$/.test(text) ? Number(text) : undefined);
