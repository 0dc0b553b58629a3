import { timingSafeEqual } from 'node:crypto';

const HEADER = /^sha256=([0-9a-f]{64})$/i;

/** Constant-time check of `X-Hub-Signature-256` over the exact bytes. */
export function isSignedBy(appSecret: string, body: Uint8Array, header: string | null | undefined): boolean {
  const hex = HEADER.exec(header ?? '')?.[1];
  if (hex === undefined || appSecret === '') return false;
  const expected = new Bun.CryptoHasher('sha256', appSecret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(hex, 'hex'));
}
