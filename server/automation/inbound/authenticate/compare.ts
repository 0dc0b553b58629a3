import { areSameTexts } from '../../../secrets/constant-time';
export interface SignedRequest {
  method: string;
  /** The public URL as the sender called it, with its query. */
  url: string;
  headers: Headers;
  body: Uint8Array;
  now: Date;
}

type SignatureCheck = 'valid' | 'signature_missing' | 'signature_invalid' | 'signature_stale';

export type Verify = (request: SignedRequest, secrets: readonly string[]) => SignatureCheck;

/** Compares all, so that the time does not reveal which one matched. */
export const equalsAny = (given: readonly string[], expected: readonly string[]): boolean =>
  given.reduce((found, one) => expected.reduce((any, other) => areSameTexts(one, other) || any, false) || found, false);

type HmacAlgorithm = 'sha1' | 'sha256' | 'sha512';

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

/** Times are milliseconds since 1970. */
export const isFresh = ({ now }: SignedRequest, time: number, toleranceSeconds: number): boolean =>
  Math.abs(now.getTime() - time) <= toleranceSeconds * 1000;

/** Unix seconds. */
export const readTime = (text: string): number | undefined => (/^\d{1,16}$/.test(text) ? Number(text) : undefined);
