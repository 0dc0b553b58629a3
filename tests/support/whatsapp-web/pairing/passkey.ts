import { randomBytes } from 'node:crypto';

import { Curve, aesDecryptGCM, bytesToCrockford, hkdf, hmacSign, proto, type BinaryNode } from 'baileys';

import type { Companion } from '../companion';
import type { Connection } from '../connection';
import { sha256 } from '../media/encryption';
import { SERVER, bytesOf, childOf, makeNode, nowInSeconds } from '../node';
import type { Person } from '../person';
import type { World } from '../world';
import type { Authenticator } from './authenticator';
import { linkDevice } from './link';

/** A client that has to show a passkey before it is linked. */
export interface PasskeyPairing {
  readonly person: Person;
  readonly passkey: Authenticator;
  readonly challenge: Buffer;
  /** The secret that the client gave with its QR code or its pairing code. */
  readonly priorSecret: Buffer;
  readonly finished: PromiseWithResolvers<Companion>;
  /** The keys of the phone for this one time. */
  readonly ephemeral: ReturnType<typeof Curve.generateKeyPair>;
  readonly nonce: Buffer;
  ref: string;
  /** From the prologue on. */
  prologue: {
    identity: Buffer;
    publicKey: Buffer;
    deviceType: number;
    commitment: Buffer;
    isHandedOff: boolean;
  } | null;
  /** What both sides show, as `XXXX-XXXX`; from the client's nonce on. */
  code: string | null;
}

/** Refuses a step of a client, and tells why in the faults. */
class Malformed extends Error {}

/** Asks the client for the passkey of the account. Resolves when the client is linked. */
export function demandPasskey(
  world: World,
  connection: Connection,
  person: Person,
  passkey: Authenticator,
  priorSecret: Buffer,
): Promise<Companion> {
  const pairing: PasskeyPairing = {
    person,
    passkey,
    priorSecret,
    challenge: randomBytes(32),
    finished: Promise.withResolvers(),
    ephemeral: Curve.generateKeyPair(),
    nonce: randomBytes(32),
    ref: '',
    prologue: null,
    code: null,
  };
  connection.passkey = pairing;
  person.passkeyPairing = pairing;
  const content = person.embedsPasskeyOptions ? [presentOptions(pairing)] : [];
  connection.notify(notification(world, 'passkey_prologue_request', content));
  world.changed();
  return pairing.finished.promise;
}

/** A step of the client, by the tag of its request. True when it was one. */
export function handlePasskeyStep(world: World, connection: Connection, node: BinaryNode): boolean {
  const request = childOf(node);
  const step = STEPS[`${node.attrs['type']} ${request?.tag}`];
  if (step === undefined || request === undefined) return false;
  const pairing = connection.passkey;
  try {
    if (pairing === null) throw new Malformed('nobody asked for a passkey');
    step(world, connection, pairing, node, request);
  } catch (error) {
    world.fault(`a step of a passkey pairing: ${String(error)}`, node);
    connection.refuse(node, 400, 'bad-request');
  }
  world.changed();
  return true;
}

type Step = (
  world: World,
  connection: Connection,
  pairing: PasskeyPairing,
  node: BinaryNode,
  request: BinaryNode,
) => void;

const STEPS: Readonly<Record<string, Step>> = {
  'get passkey_request_options': (_world, connection, pairing, node) =>
    connection.answer(node, [presentOptions(pairing)]),
  'get ref': (_world, connection, pairing, node) => {
    pairing.ref = `4@${randomBytes(16).toString('base64url')}`;
    connection.answer(node, [makeNode('ref', {}, Buffer.from(pairing.ref))]);
  },
  'set passkey_prologue': (world, connection, pairing, node, request) => {
    checkAssertion(pairing, request);
    pairing.prologue = readPrologue(pairing, request);
    connection.answer(node);
    const identity = proto.PrimaryEphemeralIdentity.encode({
      publicKey: pairing.ephemeral.public,
      nonce: pairing.nonce,
    }).finish();
    connection.notify(notification(world, 'crsc_continuation', [makeNode('primary_ephemeral_identity', {}, identity)]));
  },
  'set companion_nonce': (_world, connection, pairing, node, request) => {
    const nonce = bytesOf(request);
    if (pairing.prologue === null || nonce.length !== 32) throw new Malformed('a nonce out of turn, or too short');
    if (!sha256(Buffer.concat([pairing.prologue.identity, nonce])).equals(pairing.prologue.commitment))
      throw new Malformed('a nonce that the client did not commit itself to');
    const digest = sha256(Buffer.concat([nonce, pairing.ephemeral.public]));
    const bytes = Buffer.from(pairing.nonce.subarray(0, 5).map((byte, index) => byte ^ (digest[index] ?? 0)));
    const code = bytesToCrockford(bytes);
    pairing.code = `${code.slice(0, 4)}-${code.slice(4)}`;
    connection.answer(node);
  },
  'set encrypted_pairing_request': (world, connection, pairing, node, request) => {
    const given = openRequest(pairing, bytesOf(request));
    if (!given.noiseKey.equals(connection.noise.clientKey)) throw new Malformed('the key of another socket');
    connection.answer(node);
    connection.passkey = null;
    // The answer to the signed identity comes through this connection, which must not wait for it.
    linkDevice(world, connection, pairing.person, given).then(pairing.finished.resolve, pairing.finished.reject);
  },
};

function checkAssertion(pairing: PasskeyPairing, request: BinaryNode): void {
  const credentialId = bytesOf(childOf(request, 'credential_id'));
  if (!credentialId.equals(pairing.passkey.credentialId)) throw new Malformed('another credential');
  const assertion: unknown = JSON.parse(bytesOf(childOf(request, 'webauthn_assertion')).toString());
  const problem = pairing.passkey.problemWith(assertion as never, pairing.challenge);
  if (problem !== null) throw new Malformed(`an assertion ${problem}`);
}

function readPrologue(pairing: PasskeyPairing, request: BinaryNode): NonNullable<PasskeyPairing['prologue']> {
  const payload = bytesOf(childOf(request, 'prologue_payload'));
  const { companionEphemeralIdentity, commitment } = proto.ProloguePayload.decode(payload);
  const identity = Buffer.from(companionEphemeralIdentity ?? []);
  const { publicKey, deviceType, ref } = proto.CompanionEphemeralIdentity.decode(identity);
  if (publicKey?.length !== 32 || commitment?.hash?.length !== 32) throw new Malformed('a key or a hash too short');
  if (ref !== pairing.ref || ref === '') throw new Malformed('another ref');
  if (deviceType === undefined || deviceType === null) throw new Malformed('no type of device');
  const proof = childOf(request, 'pairing_handoff_proof');
  const key = hkdf(pairing.priorSecret, 32, { info: 'shortcake-passkey-handoff-v1' });
  if (proof !== undefined && !hmacSign(payload, Buffer.from(key)).equals(bytesOf(proof)))
    throw new Malformed('a wrong proof of the handoff');
  return {
    identity,
    deviceType,
    publicKey: Buffer.from(publicKey),
    commitment: Buffer.from(commitment.hash),
    isHandedOff: proof !== undefined,
  };
}

function openRequest({ prologue, ephemeral, ref, code, priorSecret }: PasskeyPairing, bytes: Buffer) {
  if (prologue === null || code === null) throw new Malformed('a request before its confirmation');
  const { encryptedPayload, iv } = proto.EncryptedPairingRequest.decode(bytes);
  if (!encryptedPayload || iv?.length !== 12) throw new Malformed('an incomplete request');
  const key = hkdf(Curve.sharedKey(ephemeral.private, prologue.publicKey), 32, {
    salt: Buffer.from(`Companion Pairing ${prologue.deviceType} with ref ${ref}`),
    info: 'Pairing Information Encryption Key',
  });
  const request = proto.PairingRequest.decode(aesDecryptGCM(encryptedPayload, Buffer.from(key), iv, Buffer.alloc(0)));
  const { companionPublicKey, companionIdentityKey, advSecret } = request;
  if (companionPublicKey?.length !== 32 || companionIdentityKey?.length !== 32 || advSecret?.length !== 32)
    throw new Malformed('a key too short');
  if (priorSecret.equals(advSecret)) throw new Malformed('the secret of before');
  return {
    noiseKey: Buffer.from(companionPublicKey),
    identity: Buffer.from(companionIdentityKey),
    advSecret: Buffer.from(advSecret),
  };
}

const presentOptions = ({ passkey, challenge }: PasskeyPairing): BinaryNode =>
  makeNode('passkey_request_options', {}, Buffer.from(JSON.stringify(passkey.optionsFor(challenge))));

const notification = (world: World, type: string, content: BinaryNode[]): BinaryNode =>
  makeNode('notification', { id: world.freshId(), from: SERVER, type, t: nowInSeconds() }, content);
