import { afterEach, expect, setSystemTime, test } from 'bun:test';

import { passkeyFeature } from '../../../server/whatsapp/drivers/web/worker/passkey/passkey';
import { until } from '../../support/process';
import { SERVER } from '../../support/whatsapp-web/node';
import { MALFORMED } from './malformed-assertions';
import { ADA, startDemand, requested, confirmation, assertionFor, answer, notify } from './passkey-stage';
import { refusedWith } from './refusals';
import { freshPhone, startWebServer } from './server';
import { startSessionStage } from './session-stage';
import { startStage } from './stage';

const MINUTE = 60_000;

afterEach(() => {
  setSystemTime();
});

test('an account that demands a passkey is linked by its assertion, without a code to compare', async () => {
  await using stage = await startStage({ settings: { passkeys: true } });
  const me = stage.peer.person(ADA);
  const passkey = me.requiresPasskey();
  await stage.start('wa_1');
  const { raw } = await stage.eventOf('wa_1', 'pairing');
  const linked = stage.peer.scan(raw, ADA);
  const demand = await stage.eventOf('wa_1', 'passkey');
  expect(demand).toMatchObject({ step: 'requested', generation: 1, options: { rpId: 'whatsapp.com' } });
  expect(demand.expiresAt.getTime()).toBeGreaterThan(Date.now() + 5 * MINUTE);
  const atPhone = await stage.peer.world.until(() => me.passkeyPairing ?? undefined, 'the phone demands a passkey');
  await stage.host.query('wa_1', 'passkey.assert', { assertion: assertionFor(passkey, atPhone) });
  await linked;
  expect(await stage.status('wa_1', 'connected')).toMatchObject({ phone: ADA });
  expect(atPhone.prologue?.isHandedOff).toBe(true);
  expect(stage.statuses('wa_1')).toEqual(['pairing', 'pairing: passkey_required', 'connected']);
  stage.peer.assertClean();
});

test('over the API, an instance is linked with the request that it shows', async () => {
  await using web = await startWebServer({ config: { whatsappWebPasskey: true } });
  const { web: make, expectStatus, events, reaches, statusOf } = await web.scene();
  const phone = freshPhone();
  const passkey = web.peer.person(phone).requiresPasskey();
  const { id, at } = await make();
  await expectStatus(202, 'POST', `${at}/connect`);
  const { raw } = await expectStatus(200, 'GET', `${at}/qr?wait_seconds=20`);
  const linked = web.peer.scan(raw, phone);
  await until(async () => (await statusOf(id))['status_reason'] === 'passkey_required');
  const { step, options } = await expectStatus(200, 'GET', `${at}/passkey`);
  expect(step).toBe('requested');
  const { id: credential, response } = passkey.assert(options);
  const assertion = {
    id: credential,
    response: {
      authenticator_data: response.authenticatorData,
      client_data_json: response.clientDataJSON,
      signature: response.signature,
    },
  };
  await expectStatus(202, 'POST', `${at}/passkey`, { assertion });
  await linked;
  await reaches(id, 'connected');
  expect(await events('whatsapp.instance.passkey_requested')).toHaveLength(1);
  web.peer.assertClean();
});

test('after five minutes the user compares a code with the one on the phone, and confirms it', async () => {
  const demand = await startDemand();
  await using stage = demand.stage;
  const { session, passkey, atPhone, linked } = demand;
  await requested(demand);
  setSystemTime(Date.now() + 5 * MINUTE);
  await answer(session, assertionFor(passkey, atPhone));
  const { code } = await confirmation(demand);
  await stage.peer.world.until(() => atPhone.code ?? undefined, 'the phone shows a code');
  expect(code).toBe(atPhone.code);
  expect(atPhone.prologue?.isHandedOff).toBe(false);
  await session.query('passkey.confirm', {});
  await linked;
  await stage.reaches('wa_1', 'connected');
  const statuses = ['pairing', 'pairing: passkey_required', 'pairing: passkey_confirmation', 'connected'];
  expect(stage.statuses('wa_1')).toEqual(statuses);
  stage.peer.assertClean();
});

test('a passkey that is demanded after a pairing code links the instance too', async () => {
  await using stage = await startSessionStage({
    settings: { passkeys: true },
    services: { features: [passkeyFeature] },
  });
  const me = stage.peer.person(ADA);
  const passkey = me.requiresPasskey();
  const session = await stage.start('wa_1');
  const given = await session.query('pairingCode', { phone: ADA });
  const linked = stage.peer.enterCode(codeIn(given), ADA);
  await stage.eventOf('wa_1', 'passkey');
  const atPhone = await stage.peer.world.until(() => me.passkeyPairing ?? undefined, 'the phone demands a passkey');
  await answer(session, assertionFor(passkey, atPhone));
  await linked;
  await stage.reaches('wa_1', 'connected');
  expect(atPhone.prologue?.isHandedOff).toBe(true);
  stage.peer.assertClean();
});

test('options that the demand does not contain are asked for', async () => {
  const demand = await startDemand({ embedsOptions: false });
  await using stage = demand.stage;
  const { options } = await requested(demand);
  expect(options).toEqual({ ...demand.passkey.optionsFor(demand.atPhone.challenge) });
  await answer(demand.session, assertionFor(demand.passkey, demand.atPhone));
  await stage.reaches('wa_1', 'connected');
});

test('a repeated demand keeps the secret that the phone knows', async () => {
  const demand = await startDemand();
  await using stage = demand.stage;
  await requested(demand);
  const again = Buffer.from(JSON.stringify(demand.passkey.optionsFor(demand.atPhone.challenge)));
  await notify(demand, 'passkey_prologue_request', SERVER, 'passkey_request_options', again);
  await answer(demand.session, assertionFor(demand.passkey, demand.atPhone));
  await stage.reaches('wa_1', 'connected');
  expect(demand.atPhone.prologue?.isHandedOff).toBe(true);
  stage.peer.assertClean();
});

test('a demand that does not come from WhatsApp itself is ignored', async () => {
  const demand = await startDemand();
  await using stage = demand.stage;
  await requested(demand);
  const forged = Buffer.from(JSON.stringify(demand.passkey.optionsFor(Buffer.alloc(32))));
  const from = '15550009999@s.whatsapp.net';
  await notify(demand, 'passkey_prologue_request', from, 'passkey_request_options', forged);
  await answer(demand.session, assertionFor(demand.passkey, demand.atPhone));
  await stage.reaches('wa_1', 'connected');
  expect(stage.of('wa_1').filter(({ kind }) => kind === 'passkey')).toHaveLength(1);
  stage.peer.assertClean();
});

test('nobody else’s key is accepted as that of the phone', async () => {
  const demand = await startDemand({ timings: { queryTimeout: 2000 } });
  await using stage = demand.stage;
  const { session, passkey, atPhone } = demand;
  await requested(demand);
  stage.peer.ignoreNext({ child: 'passkey_prologue' }, { times: 1 });
  const unanswered = answer(session, assertionFor(passkey, atPhone));
  await stage.peer.world.until(() => atPhone.ref || undefined, 'the client has a ref');
  const identity = stage.library.proto.PrimaryEphemeralIdentity.encode({
    publicKey: atPhone.ephemeral.public,
    nonce: atPhone.nonce,
  }).finish();
  const from = '15550009999@s.whatsapp.net';
  // The prologue is written when the first is acknowledged, and an answer to the second when the third is.
  for (let count = 0; count < 3; count += 1)
    await notify(demand, 'crsc_continuation', from, 'primary_ephemeral_identity', identity);
  await refusedWith(unanswered, 'provider_unavailable', 'timeout');
  await refusedWith(answer(session, assertionFor(passkey, atPhone)), 'provider_rejected');
  // A nonce at this point is a fault.
  stage.peer.assertClean();
});

test('a lost answer does not bring back a step that is over', async () => {
  const demand = await startDemand({ timings: { queryTimeout: 2000, pairingStep: 6000 } });
  await using stage = demand.stage;
  const { session, passkey, atPhone } = demand;
  await requested(demand);
  stage.peer.ignoreNext({ child: 'passkey_prologue' }, { times: 1 });
  stage.peer.ignoreNext({ child: 'companion_nonce' }, { times: 1 });
  const unanswered = answer(session, assertionFor(passkey, atPhone));
  await stage.peer.world.until(() => atPhone.ref || undefined, 'the client has a ref');
  const { ephemeral, nonce } = atPhone;
  const identity = stage.library.proto.PrimaryEphemeralIdentity.encode({ publicKey: ephemeral.public, nonce }).finish();
  for (const from of ['15550009999@s.whatsapp.net', SERVER])
    await notify(demand, 'crsc_continuation', from, 'primary_ephemeral_identity', identity);
  await refusedWith(unanswered, 'provider_unavailable', 'timeout');
  await refusedWith(answer(session, assertionFor(passkey, atPhone)), 'provider_rejected');
  await stage.reaches('wa_1', 'disconnected: qr_expired');
});

test('a malformed key of the phone ends the linking', async () => {
  const demand = await startDemand({ timings: { queryTimeout: 2000 } });
  await using stage = demand.stage;
  const { session, passkey, atPhone } = demand;
  await requested(demand);
  stage.peer.ignoreNext({ child: 'passkey_prologue' }, { times: 1 });
  answer(session, assertionFor(passkey, atPhone)).catch(() => {});
  await stage.peer.world.until(() => atPhone.ref || undefined, 'the client has a ref');
  // The prologue is written when the client has acknowledged another notification.
  await notify(
    demand,
    'crsc_continuation',
    '15550009999@s.whatsapp.net',
    'primary_ephemeral_identity',
    Buffer.alloc(1),
  );
  const publicKey = Buffer.alloc(32);
  const weak = stage.library.proto.PrimaryEphemeralIdentity.encode({ publicKey, nonce: atPhone.nonce }).finish();
  await notify(demand, 'crsc_continuation', SERVER, 'primary_ephemeral_identity', weak);
  await stage.reaches('wa_1', 'failed: pairing_refused');
  stage.peer.assertClean();
});

test('a malformed assertion is refused with its field, and nothing is sent', async () => {
  const demand = await startDemand();
  await using stage = demand.stage;
  const { session, passkey, atPhone } = demand;
  await requested(demand);
  const good = assertionFor(passkey, atPhone);
  const challenge = atPhone.challenge.toString('base64url');
  const named = MALFORMED.map(async ([problem, make, field]) => [
    problem,
    field,
    await detailsOf(answer(session, make(good, challenge))),
  ]);
  for (const [problem, field, details] of await Promise.all(named))
    expect(`${problem}: ${details}`).toContain(`${field}\` `);
  expect(atPhone).toMatchObject({ ref: '', prologue: null });
  await answer(session, good);
  await stage.reaches('wa_1', 'connected');
  stage.peer.assertClean();
});

async function detailsOf(call: Promise<unknown>): Promise<string> {
  await refusedWith(call, 'invalid_parameter');
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  return JSON.stringify(error);
}

test('WhatsApp may refuse an assertion, and another one is accepted', async () => {
  const demand = await startDemand();
  await using stage = demand.stage;
  const { session, passkey, atPhone } = demand;
  await requested(demand);
  stage.peer.failNext({ child: 'passkey_prologue' }, 400);
  await refusedWith(answer(session, assertionFor(passkey, atPhone)), 'invalid_parameter');
  await answer(session, assertionFor(passkey, atPhone));
  await stage.reaches('wa_1', 'connected');
});

test('nothing is asserted or confirmed that WhatsApp does not wait for', async () => {
  await using stage = await startSessionStage({
    settings: { passkeys: true },
    services: { features: [passkeyFeature] },
  });
  const session = await stage.start('wa_1');
  await stage.eventOf('wa_1', 'pairing');
  await refusedWith(answer(session, {}), 'provider_rejected');
  await refusedWith(session.query('passkey.confirm', {}), 'provider_rejected');
});

test('an assertion counts once, and a code is confirmed once', async () => {
  const demand = await startDemand();
  await using stage = demand.stage;
  const { session, passkey, atPhone } = demand;
  await requested(demand);
  await refusedWith(session.query('passkey.confirm', {}), 'provider_rejected');
  setSystemTime(Date.now() + 5 * MINUTE);
  const assertion = assertionFor(passkey, atPhone);
  const first = answer(session, assertion);
  await refusedWith(answer(session, assertion), 'provider_rejected');
  await first;
  await confirmation(demand);
  await refusedWith(answer(session, assertion), 'provider_rejected');
  const confirmed = session.query('passkey.confirm', {});
  await refusedWith(session.query('passkey.confirm', {}), 'provider_rejected');
  await confirmed;
  await stage.reaches('wa_1', 'connected');
  stage.peer.assertClean();
});

test('no QR code is shown while WhatsApp waits for the passkey, and the linking ends when it does not come', async () => {
  const demand = await startDemand({ timings: { qr: 1000, pairingStep: 4000 } });
  await using stage = demand.stage;
  const { expiresAt } = await requested(demand);
  const codes = () => stage.of('wa_1').filter(({ kind }) => kind === 'pairing').length;
  const before = codes();
  await stage.reaches('wa_1', 'disconnected: qr_expired');
  expect(Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime() - 10);
  expect(codes()).toBe(before);
});

test('a new QR code after a lost connection ends the demand', async () => {
  const demand = await startDemand({ timings: { pauseFactor: 0.001 } });
  await using stage = demand.stage;
  await requested(demand);
  demand.connection.close();
  await stage.reaches('wa_1', 'pairing');
  await refusedWith(answer(demand.session, assertionFor(demand.passkey, demand.atPhone)), 'provider_rejected');
  expect(stage.statuses('wa_1')).toEqual(['pairing', 'pairing: passkey_required', 'pairing']);
});

test('without the setting, an account that demands a passkey is not linked', async () => {
  const demand = await startDemand({ passkeys: false });
  await using stage = demand.stage;
  await stage.reaches('wa_1', 'failed: passkey_required');
  expect(stage.statuses('wa_1')).toEqual(['pairing', 'failed: passkey_required']);
  expect(stage.of('wa_1').filter(({ kind }) => kind === 'passkey')).toEqual([]);
});

function codeIn(given: unknown): string {
  if (typeof given === 'object' && given !== null && 'code' in given) return String(given.code);
  throw new Error('There is no code.');
}
