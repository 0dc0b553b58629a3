import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

import type { KeyPair, proto } from 'baileys';

import type { Library } from '../session-types';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const CODE_BYTES = 5;
const HANDOFF_INFO = 'shortcake-passkey-handoff-v1';
const ENCRYPTION_INFO = 'Pairing Information Encryption Key';

type DeviceType = proto.DeviceProps.PlatformType;

/** The commitment of this device before it knows the keys of the phone. */
export interface Prologue {
  ref: string;
  deviceType: DeviceType;
  keys: KeyPair;
  nonce: Buffer;
  payload: Uint8Array;
}

interface PhoneIdentity {
  publicKey: Buffer;
  nonce: Buffer;
}

interface SharedSecrets {
  encryptionKey: Buffer;
  /** As `XXXX-XXXX`; the phone shows the same. */
  code: string;
}

interface DeviceKeys {
  noise: Uint8Array;
  identity: Uint8Array;
  advSecret: Uint8Array;
}

/** Key of the device that knows the secret of the QR code or pairing code which the phone has read. */
export const handoffKeyOf = (secret: Buffer): Buffer => derive(secret, '', HANDOFF_INFO);

export const handoffProof = (key: Buffer, payload: Uint8Array): Buffer =>
  createHmac('sha256', key).update(payload).digest();

export function createPrologue({ Curve, proto }: Library, ref: string, deviceType: DeviceType): Prologue {
  const keys = Curve.generateKeyPair();
  const nonce = randomBytes(KEY_BYTES);
  const identity = proto.CompanionEphemeralIdentity.encode({ publicKey: keys.public, deviceType, ref }).finish();
  const payload = proto.ProloguePayload.encode({
    companionEphemeralIdentity: identity,
    commitment: { hash: sha256(identity, nonce) },
  }).finish();
  return { ref, deviceType, keys, nonce, payload };
}

export function readPhoneIdentity({ proto }: Library, bytes: Uint8Array): PhoneIdentity | undefined {
  try {
    const { publicKey, nonce } = proto.PrimaryEphemeralIdentity.decode(bytes);
    if (publicKey?.length !== KEY_BYTES || nonce?.length !== KEY_BYTES) return undefined;
    return { publicKey: Buffer.from(publicKey), nonce: Buffer.from(nonce) };
  } catch {
    return undefined;
  }
}

/** Throws for a public key that gives the same secret with every private key (RFC 7748, section 6.1). */
export function deriveSecrets(library: Library, prologue: Prologue, phone: PhoneIdentity): SharedSecrets {
  const { ref, deviceType, keys, nonce } = prologue;
  const secret = library.Curve.sharedKey(keys.private, phone.publicKey);
  const digest = sha256(nonce, phone.publicKey);
  const bytes = phone.nonce.subarray(0, CODE_BYTES).map((byte, at) => byte ^ (digest[at] ?? 0));
  const code = library.bytesToCrockford(Buffer.from(bytes));
  return {
    encryptionKey: derive(secret, `Companion Pairing ${deviceType} with ref ${ref}`, ENCRYPTION_INFO),
    code: `${code.slice(0, 4)}-${code.slice(4)}`,
  };
}

export function encryptPairingRequest({ proto, aesEncryptGCM }: Library, key: Buffer, device: DeviceKeys): Uint8Array {
  const request = proto.PairingRequest.encode({
    companionPublicKey: device.noise,
    companionIdentityKey: device.identity,
    advSecret: device.advSecret,
  }).finish();
  const iv = randomBytes(IV_BYTES);
  const encryptedPayload = aesEncryptGCM(request, key, iv, Buffer.alloc(0));
  return proto.EncryptedPairingRequest.encode({ encryptedPayload, iv }).finish();
}

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const derive = (secret: Buffer, salt: string, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, KEY_BYTES));
