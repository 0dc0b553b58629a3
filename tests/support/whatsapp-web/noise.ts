import { Curve, aesDecryptGCM, aesEncryptGCM, hkdf, proto, sha256 } from 'baileys';

import type { CertificateAuthority } from './certificates';

/** The first bytes of every connection: "WA", version of the protocol, version of the dictionary. */
export const PROLOGUE = Buffer.from([87, 65, 6, 3]);

const PROTOCOL_NAME: Buffer = Buffer.from('Noise_XX_25519_AESGCM_SHA256\0\0\0\0');
const EMPTY: Buffer = Buffer.alloc(0);

/** The server's side of the handshake Noise_XX_25519_AESGCM_SHA256, and the encrypted frames after it. */
export class NoiseServer {
  /** Static key of the client; known after `finish`. */
  clientKey: Buffer = EMPTY;

  private readonly ephemeral = Curve.generateKeyPair();
  private readonly authority: CertificateAuthority;
  private hash = PROTOCOL_NAME;
  private chainingKey = PROTOCOL_NAME;
  private key = PROTOCOL_NAME;
  private counter = 0;
  private sending = { key: EMPTY, counter: 0 };
  private receiving = { key: EMPTY, counter: 0 };

  constructor(authority: CertificateAuthority) {
    this.authority = authority;
    this.mixHash(PROLOGUE);
  }

  /** The answer to the client's first message. */
  hello(frame: Uint8Array): Uint8Array {
    const clientEphemeral = proto.HandshakeMessage.decode(frame).clientHello?.ephemeral;
    if (clientEphemeral?.length !== 32) throw new Error('the client hello has no ephemeral key');
    this.mixHash(clientEphemeral);
    this.mixHash(this.ephemeral.public);
    this.mixKey(Curve.sharedKey(this.ephemeral.private, clientEphemeral));
    const encryptedKey = this.encrypt(this.authority.serverKeys.public);
    this.mixKey(Curve.sharedKey(this.authority.serverKeys.private, clientEphemeral));
    const payload = this.encrypt(this.authority.chain);
    return proto.HandshakeMessage.encode({
      serverHello: { ephemeral: this.ephemeral.public, static: encryptedKey, payload },
    }).finish();
  }

  /** What the client says about itself, in the last message of the handshake. */
  finish(frame: Uint8Array): proto.ClientPayload {
    const { clientFinish } = proto.HandshakeMessage.decode(frame);
    if (!clientFinish?.static || !clientFinish.payload) throw new Error('the client finish is incomplete');
    this.clientKey = this.decrypt(clientFinish.static);
    this.mixKey(Curve.sharedKey(this.ephemeral.private, this.clientKey));
    const payload = proto.ClientPayload.decode(this.decrypt(clientFinish.payload));
    const keys = this.derive(EMPTY);
    this.receiving.key = keys.subarray(0, 32);
    this.sending.key = keys.subarray(32);
    return payload;
  }

  seal(plain: Uint8Array): Buffer {
    return aesEncryptGCM(plain, this.sending.key, nonce(this.sending.counter++), EMPTY);
  }

  open(sealed: Uint8Array): Buffer {
    return aesDecryptGCM(sealed, this.receiving.key, nonce(this.receiving.counter++), EMPTY);
  }

  private encrypt(plain: Uint8Array): Buffer {
    const sealed = aesEncryptGCM(plain, this.key, nonce(this.counter++), this.hash);
    this.mixHash(sealed);
    return sealed;
  }

  private decrypt(sealed: Uint8Array): Buffer {
    const plain = aesDecryptGCM(sealed, this.key, nonce(this.counter++), this.hash);
    this.mixHash(sealed);
    return plain;
  }

  private mixHash(data: Uint8Array): void {
    this.hash = sha256(Buffer.concat([this.hash, data]));
  }

  private mixKey(secret: Uint8Array): void {
    const keys = this.derive(secret);
    this.chainingKey = keys.subarray(0, 32);
    this.key = keys.subarray(32);
    this.counter = 0;
  }

  private derive(secret: Uint8Array): Buffer {
    return Buffer.from(hkdf(Buffer.from(secret), 64, { salt: this.chainingKey, info: '' }));
  }
}

function nonce(counter: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(counter, 8);
  return bytes;
}
