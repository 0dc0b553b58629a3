import { describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installedLibrary, LIBRARY_VERSION } from '../../../server/whatsapp/drivers/web/installed-library';
import { MAX_OPENING } from '../../../server/whatsapp/drivers/web/worker/commands';
import { until } from '../../support/until';
import { staysSo } from '../../support/waiting';
import { startStage, textJob } from './stage';

const PHONES = ['15550001111', '15550002222', '15550003333'];

describe.each(['thread', 'process'] as const)('a worker in a %s', (isolation) => {
  test('that crashes comes back with all its sockets, without a new QR code', async () => {
    await using stage = await startStage({ isolation });
    for (const phone of PHONES) await stage.link(`wa_${phone}`, phone);
    stage.host.crash();
    const isBack = (phone: string): boolean =>
      stage.statuses(`wa_${phone}`).join() === 'pairing,connected,connecting,connected';
    await until(() => PHONES.every(isBack));
    expect(stage.crashes).toBe(1);
    stage.peer.assertClean();
  });
});

test('a worker is started again at once after a first crash', async () => {
  await using stage = await startStage();
  const stopped = () => /"pause":(\d+),"msg":"whatsapp web worker stopped/.exec(stage.logged.join(''))?.[1];
  await stage.start('wa_1');
  stage.host.crash();
  await until(() => stopped() !== undefined);
  expect(stopped()).toBe('0');
});

test('few connections are opened at a time, however many instances a start has', async () => {
  await using stage = await startStage();
  const phones = Array.from({ length: MAX_OPENING + 4 }, (_, at) => String(15_550_003_000 + at));
  for (const phone of phones) await stage.link(`wa_${phone}`, phone);
  const admit = stage.peer.holdConnections();
  await stage.restartHost();
  const started = phones.map((phone) => stage.start(`wa_${phone}`));
  await until(() => stage.peer.world.waiting === MAX_OPENING);
  await Promise.all(started);
  await staysSo(() => stage.peer.world.waiting, 500);
  admit();
  await until(() => phones.every((phone) => stage.statuses(`wa_${phone}`).at(-1) === 'connected'));
  stage.peer.assertClean();
});

test('a send whose answer is lost in a crash is unknown, and a query is unavailable', async () => {
  await using stage = await startStage();
  const [phone = '', other = ''] = PHONES;
  await stage.link('wa_1', phone);
  stage.peer.person(other);
  stage.peer.freeze();
  const send = stage.host.send('wa_1', textJob(other, 'lost?'));
  const query = stage.host.query('wa_1', 'profile.get', {}).catch((error: unknown) => error);
  stage.host.crash();
  expect(await send).toMatchObject({ outcome: 'unknown' });
  expect(await query).toMatchObject({ name: 'ProviderRefusal', kind: 'unavailable' });
});

test('while the worker is away nothing is sent', async () => {
  await using stage = await startStage();
  await stage.start('wa_1');
  stage.host.crash();
  expect(await stage.host.send('wa_1', textJob('15550002222', 'Hi'))).toMatchObject({ outcome: 'not_sent' });
  expect(await stage.host.query('wa_1', 'profile.get', {}).catch((error: unknown) => error)).toMatchObject({
    kind: 'unavailable',
  });
});

test('an instance without an open connection sends nothing', async () => {
  await using stage = await startStage();
  await stage.start('wa_1');
  for (const instanceId of ['wa_1', 'wa_2'])
    expect(await stage.host.send(instanceId, textJob('15550002222', 'Hi'))).toMatchObject({ outcome: 'not_sent' });
});

test('an instance that a newer owner has taken is given up, and its keys stay the newer owner’s', async () => {
  await using stage = await startStage();
  await using other = await startStage({ settings: { ...stage.settings, inboxPath: join(stage.folder, 'other.db') } });
  await stage.link('wa_1', PHONES[0] ?? '');
  await other.start('wa_1', { generation: 2, fence: 2 });
  await other.status('wa_1', 'connected', 2);
  await until(() => stage.peer.world.companions().every(({ connection }) => connection !== null));
  expect(await stage.start('wa_1', { generation: 3, fence: 1 }).catch((error: unknown) => error)).toMatchObject({
    kind: 'refused',
  });
  expect(other.statuses('wa_1').at(-1)).toBe('connected');
});

test('a stopped instance is not started again after a crash', async () => {
  await using stage = await startStage();
  await stage.link('wa_1', PHONES[0] ?? '');
  await stage.link('wa_2', PHONES[1] ?? '');
  await stage.host.stop('wa_1', 1);
  stage.host.crash();
  await until(() => stage.statuses('wa_2').join() === 'pairing,connected,connecting,connected');
  expect(stage.statuses('wa_1')).toEqual(['pairing', 'connected']);
});

test('an older start does not replace a newer one', async () => {
  await using stage = await startStage();
  await stage.start('wa_1', { generation: 2, fence: 2 });
  await stage.start('wa_1', { generation: 1, fence: 1 });
  expect((await stage.eventOf('wa_1', 'pairing')).generation).toBe(2);
});

test('without a place for its inbox, a start is refused and can be tried again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'whatsapp-web-host-'));
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await using stage = await startStage({ settings: { inboxPath: join(file, 'inbox.db') } });
  expect(await stage.start('wa_1').catch((error: unknown) => error)).toMatchObject({ kind: 'unavailable' });
  rmSync(file);
  await stage.start('wa_1');
  await stage.eventOf('wa_1', 'pairing');
  await stage.host.close();
  rmSync(folder, { recursive: true });
});

describe('the library', () => {
  const inFolder = (version: string | null, dependencies: Record<string, string> = {}): object => {
    const folder = mkdtempSync(join(tmpdir(), 'whatsapp-web-library-'));
    try {
      const home = join(folder, 'node_modules', 'baileys');
      mkdirSync(home, { recursive: true });
      if (version !== null) {
        writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'baileys', version, dependencies }));
        writeFileSync(join(home, 'index.js'), '');
      }
      return installedLibrary(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  test('that is not installed is missed without an error', () => {
    expect(inFolder(null)).toEqual({ isUsable: false, version: null, reason: 'driver_not_installed' });
  });

  test('that the driver was tested with is used', async () => {
    expect(inFolder(LIBRARY_VERSION)).toMatchObject({ isUsable: true, version: LIBRARY_VERSION });
    await using stage = await startStage();
    expect(stage.host.availability()).toEqual({ available: true, reason: null, engineVersion: LIBRARY_VERSION });
  });

  test.each(['6.17.16', '7.0.0-rc.9', '7.0.0-rc11', '7.0.0-beta.13', 'latest'])(
    'that accepts forged events, or whose version cannot be told, is refused: %s',
    (version) => {
      expect(inFolder(version)).toEqual({ isUsable: false, version, reason: 'driver_version_unsupported' });
    },
  );

  test.each(['7.0.0-rc12', '7.0.0-rc.13', '7.0.0', '7.1.0-rc.1'])(
    'that refuses forged events is used: %s',
    (version) => {
      expect(inFolder(version)).toMatchObject({ isUsable: true, version });
    },
  );

  test('with parts from a repository is refused', () => {
    expect(inFolder('7.0.0-rc13', { libsignal: 'git+https://github.com/whiskeysockets/libsignal-node' })).toMatchObject(
      { isUsable: false, reason: 'driver_version_unsupported' },
    );
  });
});
