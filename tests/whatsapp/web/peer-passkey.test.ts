import { afterEach, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';

import { Curve, aesEncryptGCM, bytesToCrockford, hkdf, hmacSign, proto, type BinaryNode, type WASocket } from 'baileys';

import { sha256 } from '../../support/whatsapp-web/media/encryption';
import { SERVER, bytesOf, childOf, makeNode } from '../../support/whatsapp-web/node';
import type { Authenticator, PasskeyOptions } from '../../support/whatsapp-web/pairing/authenticator';
import { startWhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { RealClient, errorOf } from '../../support/whatsapp-web/real-client';

const ADA = '15550000001';
const DEVICE_TYPE = proto.DeviceProps.PlatformType.CHROME;

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function scene() {
  const peer = await startWhatsAppWebPeer();
  stops.push(() => peer.stop());
  const me = peer.person(ADA);
  const passkey = me.requiresPasskey();
  const client = new RealClient(peer, ADA);
  stops.push(() => client.close());
  const socket = client.open();
  const demand = next(socket, 'passkey_prologue_request');
  const qr = await new Promise<string>((resolve) => {
    socket.ev.on('connection.update', (update) => {
      if (update.qr !== undefined) resolve(update.qr);
    });
  });
  const linked = peer.scan(qr, ADA);
  return { peer, me, passkey, client, socket, linked, demand: await demand };
}

const next = (socket: WASocket, type: string): Promise<BinaryNode> =>
  new Promise((resolve) => {
    socket.ws.once(`CB:notification,type:${type}`, resolve);
  });

const ask = (socket: WASocket, type: 'get' | 'set', content: BinaryNode): Promise<BinaryNode> =>
  socket.query(makeNode('iq', { to: SERVER, xmlns: 'md', type }, [content]));

const optionsIn = (node: BinaryNode): PasskeyOptions =>
  JSON.parse(bytesOf(childOf(node, 'passkey_request_options')).toString());

/** The client's side of a pairing with a passkey, up to the code that it shows. */
async function prove(socket: WASocket, passkey: Authenticator, options: PasskeyOptions, origin?: string) {
  const { creds } = socket.authState;
  const prior = Buffer.from(creds.advSecretKey, 'base64');
  creds.advSecretKey = randomBytes(32).toString('base64');
  const ref = bytesOf(childOf(await ask(socket, 'get', makeNode('ref')), 'ref')).toString();
  const keys = Curve.generateKeyPair();
  const nonce = randomBytes(32);
  const identity = proto.CompanionEphemeralIdentity.encode({
    publicKey: keys.public,
    deviceType: DEVICE_TYPE,
    ref,
  }).finish();
  const payload = proto.ProloguePayload.encode({
    companionEphemeralIdentity: identity,
    commitment: { hash: sha256(Buffer.concat([identity, nonce])) },
  }).finish();
  const proof = hmacSign(payload, Buffer.from(hkdf(prior, 32, { info: 'shortcake-passkey-handoff-v1' })));
  const assertion = passkey.assert(options, origin);
  const continuation = next(socket, 'crsc_continuation');
  await ask(
    socket,
    'set',
    makeNode('passkey_prologue', {}, [
      makeNode('credential_id', {}, Buffer.from(assertion.rawId, 'base64url')),
      makeNode('webauthn_assertion', {}, Buffer.from(JSON.stringify(assertion))),
      makeNode('prologue_payload', {}, payload),
      makeNode('pairing_handoff_proof', {}, proof),
    ]),
  );
  const primary = proto.PrimaryEphemeralIdentity.decode(
    bytesOf(childOf(await continuation, 'primary_ephemeral_identity')),
  );
  const phoneKey = Buffer.from(primary.publicKey ?? []);
  await ask(socket, 'set', makeNode('companion_nonce', {}, nonce));
  const digest = sha256(Buffer.concat([nonce, phoneKey]));
  const code = bytesToCrockford(
    Buffer.from((primary.nonce ?? digest).subarray(0, 5).map((byte, at) => byte ^ (digest[at] ?? 0))),
  );
  const key = hkdf(Curve.sharedKey(keys.private, phoneKey), 32, {
    salt: Buffer.from(`Companion Pairing ${DEVICE_TYPE} with ref ${ref}`),
    info: 'Pairing Information Encryption Key',
  });
  return { code: `${code.slice(0, 4)}-${code.slice(4)}`, key: Buffer.from(key) };
}

async function confirm(socket: WASocket, key: Buffer): Promise<void> {
  const { noiseKey, signedIdentityKey, advSecretKey } = socket.authState.creds;
  const request = proto.PairingRequest.encode({
    companionPublicKey: noiseKey.public,
    companionIdentityKey: signedIdentityKey.public,
    advSecret: Buffer.from(advSecretKey, 'base64'),
  }).finish();
  const iv = randomBytes(12);
  const encryptedPayload = aesEncryptGCM(request, key, iv, Buffer.alloc(0));
  const encrypted = proto.EncryptedPairingRequest.encode({ encryptedPayload, iv }).finish();
  await ask(socket, 'set', makeNode('encrypted_pairing_request', {}, encrypted));
}

test('an account that requires a passkey links a client with it, and both show one code', async () => {
  const { peer, me, passkey, client, socket, linked, demand } = await scene();
  expect(demand.attrs['from']).toContain(SERVER);
  const { code, key } = await prove(socket, passkey, optionsIn(demand));
  expect(code).toMatch(/^[1-9A-HJ-NP-TV-Z]{4}-[1-9A-HJ-NP-TV-Z]{4}$/);
  expect(me.passkeyPairing).toMatchObject({ code, prologue: { isHandedOff: true } });
  await confirm(socket, key);
  expect(await linked).toBe(`${ADA}:1@s.whatsapp.net`);
  await client.connect();
  await peer.settled();
  peer.assertClean();
});

test('the options can be asked for, and an assertion of another origin is refused', async () => {
  const { peer, passkey, socket } = await scene();
  const options = optionsIn(await ask(socket, 'get', makeNode('passkey_request_options')));
  expect(options).toMatchObject({ rpId: 'whatsapp.com', userVerification: 'required' });
  expect(await errorOf(prove(socket, passkey, options, 'https://evil.example'))).toContain('bad-request');
  expect(peer.faults.join()).toContain('an assertion of another origin');
});
