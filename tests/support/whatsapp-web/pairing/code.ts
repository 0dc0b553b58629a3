import { randomBytes } from 'node:crypto';

import {
  Curve,
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  derivePairingCodeKey,
  hkdf,
  type BinaryNode,
  type KeyPair,
} from 'baileys';

import type { Connection } from '../connection';
import { SERVER, bytesOf, childOf, makeNode, textOf } from '../node';
import type { World } from '../world';
import { linkWith } from './demand';

/** A client that waits for its code to be entered at a phone. */
export interface CodePairing {
  connection: Connection;
  phone: string;
  ref: Buffer;
  noiseKey: Buffer;
  /** Salt, initialisation vector and ephemeral key of the client, the last one encrypted with the code. */
  wrappedKey: Buffer;
  platform: string;
  browser: string;
  /** Set when the code has been entered. */
  entered: { ephemeral: KeyPair; companionEphemeral: Buffer } | null;
}

const WRAPPED_BYTES = 80;

/** `link_code_companion_reg` of a client: hello when it shows a code, finish when the phone has answered. */
export async function handlePairingCode(world: World, connection: Connection, node: BinaryNode): Promise<void> {
  const request = childOf(node, 'link_code_companion_reg');
  const stage = request?.attrs['stage'];
  if (request === undefined) return;
  if (stage === 'companion_hello') return hello(world, connection, node, request);
  if (stage === 'companion_finish') return finish(world, connection, node, request);
  world.fault('a pairing code in an unknown stage', node);
  return connection.refuse(node, 400, 'bad-request');
}

function hello(world: World, connection: Connection, node: BinaryNode, request: BinaryNode): void {
  const wrappedKey = bytesOf(childOf(request, 'link_code_pairing_wrapped_companion_ephemeral_pub'));
  const noiseKey = bytesOf(childOf(request, 'companion_server_auth_key_pub'));
  const platform = textOf(childOf(request, 'companion_platform_id'));
  const browser = textOf(childOf(request, 'companion_platform_display'));
  const phone = request.attrs['jid']?.replace(`@${SERVER}`, '') ?? '';
  if (wrappedKey.length !== WRAPPED_BYTES) world.fault('a pairing code with a malformed key', node);
  if (!noiseKey.equals(connection.noise.clientKey)) world.fault('a pairing code with another key than the socket’s');
  if (!/^\d{7,15}$/.test(phone)) world.fault('a pairing code for something that is no phone number', node);
  if (!/^[1-9]$/.test(platform) || !/^\w+ \(.+\)$/.test(browser)) {
    world.fault(`a pairing code for the unknown browser "${browser}" (${platform})`);
    return connection.refuse(node, 400, 'bad-request');
  }
  const ref = Buffer.from(`3@${randomBytes(12).toString('base64')}`);
  world.codePairings.set(phone, { connection, phone, ref, noiseKey, wrappedKey, platform, browser, entered: null });
  const answer = makeNode('link_code_companion_reg', { stage: 'companion_hello' }, [
    makeNode('link_code_pairing_ref', {}, ref),
  ]);
  connection.answer(node, [answer]);
  return world.changed();
}

/** Somebody enters the code at the phone of this number. Answers with the address of the new device. */
export async function enterPairingCode(world: World, code: string, phone: string): Promise<string> {
  const pairing = await world.until(() => world.codePairings.get(phone), `a client shows a code for ${phone}`);
  const { wrappedKey, connection, ref } = pairing;
  const key = await derivePairingCodeKey(code, wrappedKey.subarray(0, 32));
  const companionEphemeral = aesDecryptCTR(wrappedKey.subarray(48), key, wrappedKey.subarray(32, 48));
  const ephemeral = Curve.generateKeyPair();
  pairing.entered = { ephemeral, companionEphemeral };
  const salt = randomBytes(32);
  const iv = randomBytes(16);
  const wrapped = aesEncryptCTR(ephemeral.public, await derivePairingCodeKey(code, salt), iv);
  const content = [
    makeNode('link_code_pairing_ref', {}, ref),
    makeNode('link_code_pairing_wrapped_primary_ephemeral_pub', {}, Buffer.concat([salt, iv, wrapped])),
    makeNode('primary_identity_pub', {}, Buffer.from(world.person(phone).signal.identity.public)),
  ];
  const attrs = { id: world.freshId(), type: 'link_code_companion_reg', from: SERVER, stage: 'primary_hello' };
  connection.notify(
    makeNode('notification', attrs, [makeNode('link_code_companion_reg', { stage: 'primary_hello' }, content)]),
  );
  return world.until(() => {
    const outcome = world.codeOutcomes.get(pairing.ref.toString());
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }, `the client of ${phone} answers the code`);
}

async function finish(world: World, connection: Connection, node: BinaryNode, request: BinaryNode): Promise<void> {
  const ref = bytesOf(childOf(request, 'link_code_pairing_ref'));
  const pairing = [...world.codePairings.values()].find((one) => one.ref.equals(ref));
  if (pairing?.entered == null || pairing.connection !== connection) {
    world.fault('the end of a pairing code that nobody entered', node);
    return connection.refuse(node, 400, 'bad-request');
  }
  const person = world.person(pairing.phone);
  try {
    const secrets = openBundle(
      bytesOf(childOf(request, 'link_code_pairing_wrapped_key_bundle')),
      person.signal.identity,
      pairing.entered,
    );
    if (!secrets.identity.equals(bytesOf(childOf(request, 'companion_identity_public'))))
      world.fault('a pairing code with two identities', node);
    connection.answer(node);
    world.codePairings.delete(pairing.phone);
    // The answer to the signed identity comes through this connection, which must not wait for it.
    void linkWith(world, connection, person, { ...secrets, noiseKey: pairing.noiseKey }).then(
      (companion) => settle(world, ref, companion.jid),
      (error: unknown) => settle(world, ref, new Error(String(error))),
    );
  } catch (error) {
    connection.refuse(node, 401, 'wrong-code');
    settle(world, ref, new Error(`the code is wrong: ${String(error)}`));
  }
}

function openBundle(
  bundle: Buffer,
  own: KeyPair,
  { ephemeral, companionEphemeral }: NonNullable<CodePairing['entered']>,
) {
  const shared = Curve.sharedKey(ephemeral.private, companionEphemeral);
  const key = hkdf(shared, 32, {
    salt: bundle.subarray(0, 32),
    info: 'link_code_pairing_key_bundle_encryption_key',
  });
  const plain = aesDecryptGCM(bundle.subarray(44), key, bundle.subarray(32, 44), Buffer.alloc(0));
  const identity = plain.subarray(0, 32);
  if (plain.length !== 96 || !plain.subarray(32, 64).equals(own.public)) throw new Error('the bundle is malformed');
  const identityShared = Curve.sharedKey(own.private, identity);
  const secret = Buffer.concat([shared, identityShared, plain.subarray(64)]);
  return { identity, advSecret: Buffer.from(hkdf(secret, 32, { info: 'adv_secret' })) };
}

function settle(world: World, ref: Buffer, outcome: string | Error): void {
  world.codeOutcomes.set(ref.toString(), outcome);
  world.changed();
}
