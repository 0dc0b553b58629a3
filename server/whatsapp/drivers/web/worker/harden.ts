import type { Library } from './session-types';

type Verify = (publicKey: Buffer, message: Uint8Array, signature: Uint8Array) => unknown;

/** `verifySignature` of libsignal 6 returns `false` instead of throwing, so baileys would accept any 64 bytes. */
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

/** Throws unless this copy of the library rejects a forged signature. */
export function checkSignatures({ Curve }: Library): void {
  const { public: publicKey, private: privateKey } = Curve.generateKeyPair();
  const message = crypto.getRandomValues(new Uint8Array(32));
  const signature = Curve.sign(privateKey, message);
  const forged = signature.map((byte, at) => (at === 0 ? byte ^ 1 : byte));
  if (!Curve.verify(publicKey, message, signature) || Curve.verify(publicKey, message, forged))
    throw new Error('The library does not verify signatures.');
}

/** Libsignal has no types for it. */
export interface SessionCipherClass {
  prototype: {
    doDecryptWhisperMessage: (message: Buffer, session: SignalSession | undefined) => Promise<Buffer>;
  };
}

interface SignalSession {
  serialize(): object;
}

const hardened = new WeakSet<object>();

/**
 * A failed try has already advanced its session, which libsignal stores once another session succeeds: a late message
 * would break the session. Here a failed try changes nothing.
 */
export function hardenDecryption({ prototype }: SessionCipherClass): void {
  if (hardened.has(prototype)) return;
  hardened.add(prototype);
  const decrypt = prototype.doDecryptWhisperMessage;
  prototype.doDecryptWhisperMessage = async function (message, session) {
    const before = session?.serialize();
    try {
      return await decrypt.call(this, message, session);
    } catch (error) {
      if (session && before) Object.assign(session, deserialized(session, before));
      throw error;
    }
  };
}

function deserialized(session: SignalSession, stored: object): object {
  const { deserialize } = session.constructor as unknown as { deserialize: (stored: object) => object };
  return deserialize.call(session.constructor, stored);
}
