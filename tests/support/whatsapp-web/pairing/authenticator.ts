import { createSign, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';

import { sha256 } from '../media/encryption';

const RELYING_PARTY = 'whatsapp.com';
const ORIGIN = 'https://web.whatsapp.com';
/** The user is present and verified. */
const FLAGS = 0x05;

/** What WhatsApp asks of `navigator.credentials.get`. */
export interface PasskeyOptions {
  challenge: string;
  rpId: string;
  allowCredentials: { id: string; type: 'public-key' }[];
  timeout: number;
  userVerification: 'required';
}

/** What `navigator.credentials.get` answers, with bytes in base64url. */
export interface PasskeyAssertion {
  id: string;
  rawId: string;
  type: 'public-key';
  authenticatorAttachment: 'platform';
  clientExtensionResults: object;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle: string };
}

/** The passkey of an account, in an authenticator that needs no hand. */
export class Authenticator {
  readonly credentialId = randomBytes(32);
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  optionsFor(challenge: Buffer): PasskeyOptions {
    return {
      challenge: challenge.toString('base64url'),
      rpId: RELYING_PARTY,
      allowCredentials: [{ id: this.credentialId.toString('base64url'), type: 'public-key' }],
      timeout: 60_000,
      userVerification: 'required',
    };
  }

  /** As a browser at WhatsApp's own origin would answer. */
  assert(options: PasskeyOptions, origin = ORIGIN): PasskeyAssertion {
    const clientData = Buffer.from(
      JSON.stringify({ type: 'webauthn.get', challenge: options.challenge, origin, crossOrigin: false }),
    );
    const authenticatorData = Buffer.concat([sha256(Buffer.from(options.rpId)), Buffer.from([FLAGS, 0, 0, 0, 0])]);
    const signature = createSign('sha256')
      .update(authenticatorData)
      .update(sha256(clientData))
      .sign(this.keys.privateKey);
    const id = this.credentialId.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: '',
      },
    };
  }

  /** Why the assertion is not the one that was asked for; null when it is. */
  problemWith(assertion: PasskeyAssertion, challenge: Buffer): string | null {
    const read = (text: string) => Buffer.from(text, 'base64url');
    const clientDataBytes = read(assertion.response.clientDataJSON);
    const authenticatorData = read(assertion.response.authenticatorData);
    const clientData: { type?: string; challenge?: string; origin?: string } = JSON.parse(clientDataBytes.toString());
    if (!read(assertion.rawId).equals(this.credentialId)) return 'of another credential';
    if (clientData.type !== 'webauthn.get' || clientData.origin !== ORIGIN) return 'of another origin';
    if (clientData.challenge !== challenge.toString('base64url')) return 'for another challenge';
    if (!authenticatorData.subarray(0, 32).equals(sha256(Buffer.from(RELYING_PARTY)))) return 'for another site';
    if (authenticatorData.readUInt8(32) !== FLAGS) return 'of a user who was not verified';
    const isSigned = createVerify('sha256')
      .update(authenticatorData)
      .update(sha256(clientDataBytes))
      .verify(this.keys.publicKey, read(assertion.response.signature));
    return isSigned ? null : 'with a wrong signature';
  }
}
