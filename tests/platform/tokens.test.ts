import { describe, expect, test } from 'bun:test';

import {
  base62Token,
  isWellFormedKey,
  KEY_PATTERN,
  keyHint,
  newKeySecret,
  sha256,
  sha256Hex,
} from '../../server/secrets/tokens';
import { KEY_KINDS, type KeyKind } from '../../shared/access/scopes';

const KEY = 'sb_ak_hXV0tJoscAJY4O9KJCGWoGjJEZjwvPJV1kVHQZ';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('a random token', () => {
  test('has the length asked for and only letters and digits', () => {
    for (const length of [1, 32, 43, 500]) expect(base62Token(length)).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`));
  });

  test('uses each of the 62 characters equally often', () => {
    const counts = new Map<string, number>();
    const total = 310_000;
    for (const character of base62Token(total)) counts.set(character, (counts.get(character) ?? 0) + 1);

    const expected = total / 62;
    const chiSquared = Array.from(ALPHABET).reduce(
      (sum, c) => sum + ((counts.get(c) ?? 0) - expected) ** 2 / expected,
      0,
    );
    // 61 degrees of freedom: above 150 happens by chance once in 10^9; bytes taken modulo 62 give over 5,000.
    expect(chiSquared).toBeLessThan(150);
  });

  test('is never the same twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => base62Token(43))).size).toBe(1000);
  });
});

describe('an API key', () => {
  test('of the published test vector is well formed', () => {
    expect(isWellFormedKey(KEY)).toBe(true);
    expect(isWellFormedKey(`${KEY.replace('_ak_', '_pk_').slice(0, -6)}46HLx2`)).toBe(true);
    expect(sha256Hex(KEY)).toBe('2e3d8e7373ce81da42882168504f6dddf8c7bbdab5550221f0b84ba2df96ef0f');
    expect(sha256(KEY).toString('hex')).toBe(sha256Hex(KEY));
  });

  test('of every kind is well formed when new', () => {
    for (const kind of Object.keys(KEY_KINDS) as KeyKind[]) {
      for (let times = 0; times < 50; times += 1) {
        const secret = newKeySecret(kind);
        expect(secret).toMatch(KEY_PATTERN);
        expect(secret).toStartWith(`sb_${kind}_`);
        expect(isWellFormedKey(secret)).toBe(true);
      }
    }
  });

  test('is refused with any one character changed', () => {
    for (let at = 0; at < KEY.length; at += 1) {
      for (const other of ['0', 'Z', 'x', '_', 'é']) {
        if (KEY[at] === other) continue;
        expect(isWellFormedKey(KEY.slice(0, at) + other + KEY.slice(at + 1))).toBe(false);
      }
    }
  });

  test('is refused with anything before, behind or missing', () => {
    for (const text of [
      '',
      ` ${KEY}`,
      `${KEY} `,
      `${KEY}\n`,
      `${KEY}0`,
      KEY.slice(0, -1),
      KEY.toUpperCase(),
      KEY.repeat(200),
    ]) {
      expect(isWellFormedKey(text)).toBe(false);
    }
  });

  test('is shown later by its first four and last three characters', () => {
    expect(keyHint(KEY)).toBe('sb_ak_hXV0…HQZ');
  });
});
