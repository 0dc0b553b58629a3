import { expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { generateSignalPubKey } from 'baileys';

import { createSealer } from '../../../server/secrets/seal';
import { isSupported } from '../../../server/whatsapp/drivers/web/installed-library';
import { guardListeners } from '../../../server/whatsapp/drivers/web/worker/guard';
import { checkSignatures } from '../../../server/whatsapp/drivers/web/worker/harden';
import { loadLibrary } from '../../../server/whatsapp/drivers/web/worker/library';
import { openInstanceStore } from '../../../server/whatsapp/drivers/web/worker/store/session-store';
import { openSqlite } from '../../../server/whatsapp/drivers/web/worker/store/sqlite';
import { createCertificateAuthority } from '../../support/whatsapp-web/certificates';
import { startSessionStage } from './session-stage';
import { startStage, textJob } from './stage';

const PHONE = '15550001111';

test('a server whose certificate another authority signed gets no login and no QR code', async () => {
  await using stage = await startSessionStage();
  stage.library.WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(createCertificateAuthority().rootKey);
  await stage.start('wa_1');
  await stage.reaches('wa_1', 'disconnected: network');
  expect(stage.of('wa_1').map(({ kind }) => kind)).toEqual(['connection']);
  expect(stage.logged.join('')).toContain('"code":400');
});

test('a certificate with a signature that nobody made is refused', async () => {
  const { library } = await loadLibrary(null);
  const { public: key } = library.Curve.generateKeyPair();
  expect(library.Curve.verify(key, randomBytes(80), randomBytes(64))).toBe(false);
  expect(library.Curve.verify(Buffer.from(generateSignalPubKey(key)), randomBytes(80), randomBytes(64))).toBe(false);
});

test('an account that did not sign for the device is not linked', async () => {
  await using stage = await startSessionStage({ timings: { pauseFactor: 0.001 } });
  stage.peer.forgeAccounts();
  await stage.start('wa_1');
  const { raw } = await stage.eventOf('wa_1', 'pairing');
  void stage.peer.scan(raw, PHONE);
  await stage.eventOf('wa_1', 'pairing', (event) => event.raw !== raw);
  expect(stage.statuses('wa_1')).toEqual(['pairing']);
  expect(stage.peer.person(PHONE).companions.size).toBe(0);
});

test('a device whose pre-key has a signature that nobody made gets no message, and other devices get it', async () => {
  await using stage = await startStage();
  const [ada, ben] = [stage.peer.person('15550002222'), stage.peer.person('15550003333')];
  await stage.link('wa_1', PHONE);
  await stage.link('wa_2', ada.phone);
  for (const { signal } of [ada, ben]) signal.isForgingPreKeys = true;

  expect(await stage.host.send('wa_1', textJob(ada.phone, 'Hi'))).toMatchObject({ outcome: 'sent' });
  expect(await stage.eventOf('wa_2', 'message')).toMatchObject({ content: { text: 'Hi' } });
  expect(await stage.host.send('wa_1', textJob(ben.phone, 'Hi'))).toMatchObject({ outcome: 'not_sent' });
  expect([...ada.received, ...ben.received]).toEqual([]);
  expect(stage.logged.join('')).toContain('keys of a device refused');

  ben.signal.isForgingPreKeys = false;
  expect(await stage.host.send('wa_1', textJob(ben.phone, 'Hi again'))).toMatchObject({ outcome: 'sent' });
  await ben.receives(1);
});

test('a copy of the library that accepts forged signatures is not used', async () => {
  const { library } = await loadLibrary(null);
  const lenient = { ...library, Curve: { ...library.Curve, verify: () => true } };
  expect(() => checkSignatures(lenient)).toThrow('does not verify');
});

test('only a loopback address may have another trust root', async () => {
  const peer = { url: 'wss://web.whatsapp.com/ws', root: '', mediaUrl: 'http://127.0.0.1' };
  expect(await loadLibrary(peer).catch((error: unknown) => error)).toBeInstanceOf(Error);
});

test.each([
  ['6.17.16', false],
  ['7.0.0-rc.9', false],
  ['7.0.0-rc11', false],
  ['7.0.0-rc12', true],
  ['7.0.0-rc14', true],
  ['7.0.0', true],
  ['7.1.0', true],
  ['7.0.0-rc14+git', false],
  ['', false],
])('version %p of the library is supported: %p', (version, expected) => {
  expect(isSupported(version)).toBe(expected);
});

test('a frame that cannot be read ends its own connection and no other', async () => {
  await using stage = await startStage();
  await stage.link('wa_1', PHONE);
  await stage.link('wa_2', '15550002222');
  stage.peer.sendGarbage(PHONE);
  await stage.until('wa_1', () =>
    stage.statuses('wa_1').join() === 'pairing,connected,reconnecting,connected' ? 1 : undefined,
  );
  expect(stage.statuses('wa_2')).toEqual(['pairing', 'connected']);
  expect(stage.crashes).toBe(0);
});

test('what the library prints of a session does not reach the output, and no object does', () => {
  const program = `
    const { quietConsole } = await import(${JSON.stringify(join(process.cwd(), 'server/whatsapp/drivers/web/worker/quiet.ts'))});
    const lines = [];
    quietConsole((line) => lines.push(line));
    const session = { privKey: 'a private key' };
    console.info('Closing session:', session);
    console.warn('Session already closed', session);
    console.error('Something else', session);
    console.log(session);
    process.stdout.write(lines.join());`;
  const { stdout, stderr } = Bun.spawnSync([process.execPath, '-e', program]);
  expect(stdout.toString() + stderr.toString()).toBe('Something else');
});

test('a listener that fails does not reach the library, and can still be removed', async () => {
  const { EventEmitter } = await import('node:events');
  const emitter = new EventEmitter();
  const errors: unknown[] = [];
  guardListeners(emitter, (error) => errors.push(error));
  const failing = (): never => {
    throw new Error('sync');
  };
  const rejecting = async (): Promise<void> => {
    throw new Error('async');
  };
  emitter.on('event', failing);
  emitter.on('event', rejecting);
  emitter.emit('event');
  await Promise.resolve();
  expect(errors.map(String)).toEqual(['Error: sync', 'Error: async']);
  emitter.off('event', failing);
  emitter.emit('event');
  await Promise.resolve();
  expect(errors).toHaveLength(3);
});

test('no key, QR code or message stands in a log, an event or a file in clear', async () => {
  await using stage = await startStage();
  await stage.link('wa_1', PHONE);
  const ada = stage.peer.person('15550002222');
  await ada.sendText(PHONE, 'a text that nobody may read');
  await stage.eventOf('wa_1', 'message');
  await stage.host.send('wa_1', textJob('15550002222', 'an answer that nobody may read'));
  stage.peer.sendGarbage(PHONE);
  await stage.status('wa_1', 'reconnecting');
  await stage.host.stop('wa_1', 1);

  const secrets = await secretsOf(stage.settings.secretKey, join(stage.folder, 'keys.db'));
  const qr = stage.of('wa_1').flatMap((event) => (event.kind === 'pairing' ? event.raw.split(',') : []));
  expect(secrets.length).toBeGreaterThan(50);
  const hidden = [...secrets, ...qr, 'nobody may read', stage.settings.secretKey];
  const withoutQr = stage.of('wa_1').filter(({ kind }) => kind !== 'pairing' && kind !== 'message');
  const files = readdirSync(stage.folder).map((name) => readFileSync(join(stage.folder, name), 'latin1'));
  for (const [where, text] of [
    ['logs', stage.logged.join('')],
    ['events', JSON.stringify(withoutQr)],
    ['files', files.join('')],
  ] as const) {
    expect([where, hidden.filter((secret) => secret.length > 12 && text.includes(secret))]).toEqual([where, []]);
  }
});

/** Everything in the stored credentials and keys that is long enough to be a secret, as it would be printed. */
async function secretsOf(secretKey: string, path: string): Promise<string[]> {
  const database = openSqlite(path);
  const sealer = createSealer(Buffer.from(secretKey, 'base64'), 'whatsapp-web');
  const store = await openInstanceStore(database, sealer, { instanceId: 'wa_1', fence: 1 });
  const rows = await database.read({ text: 'select type, id from whatsapp_web_keys', values: [] });
  const texts = [await store.readCredentials()];
  for (const { type, id } of rows.slice(0, 200))
    texts.push(...(await store.readKeys(String(type), [String(id)])).values());
  await database.close();
  const values = texts.join('\n').match(/[0-9A-Za-z+/]{42,}={0,2}/g) ?? [];
  return values.flatMap((value) => [value.slice(0, 40), Buffer.from(value, 'base64').toString('hex').slice(0, 40)]);
}
