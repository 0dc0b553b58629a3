import { timingSafeEqual } from 'node:crypto';

/** In constant time, which reveals only the lengths. */
export const areSameBytes = (given: Uint8Array, expected: Uint8Array): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);

export const areSameTexts = (given: string, expected: string): boolean =>
  areSameBytes(Buffer.from(given), Buffer.from(expected));
