import type { Library } from './session-types';

type Verify = (publicKey: Buffer, message: Uint8Array, signature: Uint8Array) => unknown;

/**
 * baileys ignores that `verifySignature` of libsignal 6 answers `false` instead of throwing, so that it accepts any 64
 * bytes as the signature of a certificate or of an account.
 */
export function hardenSignatures(library: Library, verifySignature: Verify): void {
  const { Curve, generateSignalPubKey } = library;
  Curve.verify = (publicKey, message, signature) => {
    try {
      return verifySignature(Buffer.from(generateSignalPubKey(publicKey)), message, signature) === true;
    } catch {
      return false;
    }
  };
  checkSignatures(library);
}

/** Throws unless this copy of the library tells a true signature from a forged one. */
export function checkSignatures({ Curve }: Library): void {
  const { public: publicKey, private: privateKey } = Curve.generateKeyPair();
  const message = crypto.getRandomValues(new Uint8Array(32));
  const signature = Curve.sign(privateKey, message);
  const forged = signature.map((byte, at) => (at === 0 ? byte ^ 1 : byte));
  if (!Curve.verify(publicKey, message, signature) || Curve.verify(publicKey, message, forged))
    throw new Error('The library does not verify signatures.');
}
