import { randomBytes } from 'node:crypto';

import { Curve, hmacSign, proto } from 'baileys';

import { Companion } from '../companion';
import type { Connection } from '../connection';
import { bytesOf, childOf, makeNode, nowInSeconds } from '../node';
import type { Person } from '../person';
import { isSignedBy } from '../signatures';
import type { World } from '../world';
import { announceDevice } from './announce';

/** Before what the phone signs. */
export const ACCOUNT_SIGNATURE = Buffer.from([6, 0]);
/** Before what the device signs. */
export const DEVICE_SIGNATURE = Buffer.from([6, 1]);

/** What a device gave to the phone, by QR code, pairing code or passkey. */
export interface PairingRequest {
  noiseKey: Buffer;
  identity: Buffer;
  advSecret: Buffer;
}

/** Signs the identity of the device, checks what it signs in return, and has it start again as a linked device. */
export async function linkDevice(
  world: World,
  connection: Connection,
  person: Person,
  request: PairingRequest,
): Promise<Companion> {
  if (!connection.noise.clientKey.equals(request.noiseKey)) world.fault('the noise key of the QR is not the socket’s');
  const companion = new Companion(person, person.nextDevice++, { noise: request.noiseKey, identity: request.identity });
  const details = proto.ADVDeviceIdentity.encode({
    rawId: companion.device,
    timestamp: Number(nowInSeconds()),
    keyIndex: companion.device,
    accountType: proto.ADVEncryptionType.E2EE,
    deviceType: proto.ADVEncryptionType.E2EE,
  }).finish();
  const account = person.signal.identity;
  const signedByAccount = Buffer.concat([ACCOUNT_SIGNATURE, details, request.identity]);
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: account.public,
    accountSignature: world.isForgingAccounts ? randomBytes(64) : Curve.sign(account.private, signedByAccount),
  }).finish();
  const identity = proto.ADVSignedDeviceIdentityHMAC.encode({
    details: signed,
    hmac: hmacSign(signed, request.advSecret),
  }).finish();
  const answer = await connection.request([
    makeNode('pair-success', {}, [
      makeNode('device-identity', {}, identity),
      makeNode('device', { jid: companion.jid, lid: companion.lid }),
      makeNode('platform', { name: 'android' }),
    ]),
  ]);
  const signature = proto.ADVSignedDeviceIdentity.decode(
    bytesOf(childOf(childOf(answer, 'pair-device-sign'), 'device-identity')),
  ).deviceSignature;
  const expected = Buffer.concat([DEVICE_SIGNATURE, details, request.identity, account.public]);
  if (!signature || !isSignedBy(request.identity, expected, signature)) {
    world.fault('the device did not sign its identity');
    connection.endStream(401);
    throw new Error('the device did not sign its identity');
  }
  person.companions.set(companion.device, companion);
  announceDevice(world, companion, 'add');
  connection.endStream(515);
  world.changed();
  return companion;
}
