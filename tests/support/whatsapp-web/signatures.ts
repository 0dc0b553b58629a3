import { generateSignalPubKey } from 'baileys';
import { verifySignature } from 'libsignal/src/curve.js';

/** `Curve.verify` of the library accepts any 64 bytes: libsignal 6 answers false instead of throwing. */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return verifySignature(generateSignalPubKey(publicKey), message, signature);
  } catch {
    return false;
  }
}
