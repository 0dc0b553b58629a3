import { expect, test } from 'bun:test';

import { startSessionStage } from './session-stage';
import { startStage } from './stage';

test('an instance is linked by a QR code and connects after the restart that WhatsApp asks for', async () => {
  await using stage = await startStage();
  await stage.link('wa_1', '15550001111');

  const statuses = stage.of('wa_1').flatMap((event) => (event.kind === 'connection' ? [event.status] : []));
  expect(statuses).toEqual(['pairing', 'connected']);
  const connected = await stage.status('wa_1', 'connected');
  expect(connected).toMatchObject({ phone: '15550001111', reason: null, lid: expect.stringMatching(/^\d+@lid$/) });
  stage.peer.assertClean();
});

test('each QR code says when it ends and how many follow; after the last one the instance is disconnected', async () => {
  await using stage = await startSessionStage({ timings: { qr: 40 } });
  await stage.start('wa_1');
  await stage.reaches('wa_1', 'disconnected: qr_expired');

  const codes = stage.of('wa_1').flatMap((event) => (event.kind === 'pairing' ? [event] : []));
  const [first] = codes;
  expect(codes.map(({ attempt }) => attempt)).toEqual(codes.map((_, at) => at + 1));
  expect(codes).toHaveLength(first?.maxAttempts ?? 0);
  expect(new Set(codes.map(({ raw }) => raw)).size).toBe(codes.length);
  expect(stage.statuses('wa_1')).toEqual(['pairing', 'disconnected: qr_expired']);
});

test('the first QR code lives a minute', async () => {
  await using stage = await startStage();
  const before = Date.now();
  await stage.start('wa_1');
  const { expiresAt, attempt } = await stage.eventOf('wa_1', 'pairing');
  expect(attempt).toBe(1);
  expect(expiresAt.getTime()).toBeGreaterThanOrEqual(before + 60_000);
  expect(expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
});

test('an instance is linked by a code that the user enters on the phone', async () => {
  await using stage = await startStage();
  stage.peer.person('15550001111');
  await stage.start('wa_1');
  const answer = await stage.host.query('wa_1', 'pairingCode', { phone: '+1 555 000 1111' });
  expect(answer).toEqual({ code: expect.stringMatching(/^[0-9A-Z]{8}$/), expiresAt: expect.any(Date) });
  await stage.peer.enterCode(codeIn(answer), '15550001111');
  expect(await stage.status('wa_1', 'connected')).toMatchObject({ phone: '15550001111' });
  stage.peer.assertClean();
});

test('a code that nobody entered does not keep the instance from being linked later', async () => {
  await using stage = await startStage();
  stage.peer.person('15550001111');
  await stage.start('wa_1');
  await stage.host.query('wa_1', 'pairingCode', { phone: '15550001111' });
  await stage.host.stop('wa_1', 1);
  await stage.link('wa_1', '15550002222');
  expect(await stage.status('wa_1', 'connected')).toMatchObject({ phone: '15550002222' });
});

test('a connection that WhatsApp closes before the first QR code is a refused pairing, and is not tried again', async () => {
  await using stage = await startSessionStage({ timings: { pauseFactor: 0.001 } });
  stage.peer.refusePairing();
  const session = await stage.start('wa_1');
  const code = session.query('pairingCode', { phone: '15550001111' });
  expect(await code.catch((error: unknown) => error)).toMatchObject({ failure: { kind: 'unavailable' } });
  await stage.reaches('wa_1', 'failed: pairing_refused');
  expect(stage.statuses('wa_1')).toEqual(['failed: pairing_refused']);
});

test('an instance that was linked connects again without a QR code after a restart of the server', async () => {
  await using stage = await startStage();
  await stage.link('wa_1', '15550001111');
  await stage.restartHost();
  await stage.start('wa_1');
  await stage.status('wa_1', 'connected');
  expect(stage.statuses('wa_1')).toEqual(['pairing', 'connected', 'connecting', 'connected']);
  expect(stage.of('wa_1').filter(({ kind }) => kind === 'pairing')).toHaveLength(1);
});

test('a logout removes the device at WhatsApp and every key here, and the next start shows a QR code', async () => {
  await using stage = await startStage();
  await stage.link('wa_1', '15550001111');
  await stage.host.query('wa_1', 'logout', {});
  expect(stage.peer.person('15550001111').companions.size).toBe(0);
  await stage.start('wa_1');
  await stage.eventOf('wa_1', 'pairing', ({ generation }) => generation === 2);
});

test('the keys of an instance without a socket are deleted too', async () => {
  await using stage = await startStage();
  await stage.link('wa_1', '15550001111');
  await stage.host.stop('wa_1', 1);
  await stage.host.wipe('wa_1', 1);
  await stage.start('wa_1');
  await stage.eventOf('wa_1', 'pairing', ({ generation }) => generation === 2);
});

test('a linked instance gives no pairing code, and an unknown one answers nothing', async () => {
  await using stage = await startStage();
  await stage.link('wa_1', '15550001111');
  const refused = (instanceId: string) =>
    stage.host.query(instanceId, 'pairingCode', { phone: '15550001111' }).catch((error: unknown) => error);
  expect(await refused('wa_1')).toMatchObject({ kind: 'refused' });
  expect(await refused('wa_2')).toMatchObject({ kind: 'unavailable' });
});

function codeIn(answer: unknown): string {
  if (typeof answer === 'object' && answer !== null && 'code' in answer) return String(answer.code);
  throw new Error('There is no code.');
}
