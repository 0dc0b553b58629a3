import { afterEach, describe, expect, test } from 'bun:test';
import { deflateSync } from 'node:zlib';

import { getMediaKeys, getUrlFromDirectPath } from 'baileys';

import { createHistoryFiles, HISTORY_LIMITS } from '../../../server/whatsapp/drivers/web/worker/history-files';
import {
  createLibraryFetch,
  LIBRARY_FETCH_LIMITS,
  libraryRequests,
} from '../../../server/whatsapp/drivers/web/worker/library-fetch';
import type { SessionLog } from '../../../server/whatsapp/drivers/web/worker/session-types';
import { until } from '../../support/until';
import { encryptFile, sha256 } from '../../support/whatsapp-web/media/encryption';
import type { WhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { errorOf } from '../../support/whatsapp-web/real-client';
import { startProxy } from './proxy';
import { startStage, textJob, type Stage } from './stage';

const OURS = '15550001111';
const ADA = '15550002222';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** The phone keeps its history and its settings in the media store. */
function keepFiles(peer: WhatsAppWebPeer) {
  const me = peer.person(OURS);
  me.appState.usesFiles = true;
  me.history.files = {};
  me.history.chats = [{ with: ADA, messages: [{ from: ADA, text: 'Hello', at: 1_790_000_000 }] }];
  return me;
}

/** A server that is not WhatsApp’s, and how often somebody connected to it. */
function startForeignServer() {
  const connected: true[] = [];
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { open: () => void connected.push(true), data() {} },
  });
  stops.push(() => server.stop(true));
  return { connected, host: `127.0.0.1:${server.port}` };
}

const failures = ({ logged }: Stage) => logged.filter((line) => line.includes('whatsapp web library request failed'));

test('with a proxy, the history and the settings of the phone come through it alone', async () => {
  await using stage = await startStage();
  const proxy = startProxy();
  stops.push(proxy.stop);
  const me = keepFiles(stage.peer);
  await stage.link('wa_1', OURS, { proxyUrl: proxy.url });
  await stage.eventOf('wa_1', 'message', ({ isHistory }) => isHistory === true);
  await stage.eventOf('wa_1', 'sync', ({ isDone }) => isDone);
  await me.changesChat({ pin: true }, ADA);
  await stage.eventOf('wa_1', 'chat', ({ pinned }) => pinned === true);

  const [sockets, history, settings] = [2, 2, 1];
  expect(stage.peer.media.requests).toHaveLength(history + settings);
  expect(proxy.asked).toHaveLength(sockets + history + settings);
  expect(new Set(proxy.asked)).toEqual(new Set([new URL(stage.peer.mediaUrl).host]));
  expect(failures(stage)).toEqual([]);
  stage.peer.assertClean();
});

test('without a proxy, the history of the phone comes as files as well', async () => {
  await using stage = await startStage();
  keepFiles(stage.peer);
  await stage.link('wa_1', OURS);
  await stage.eventOf('wa_1', 'message', ({ isHistory }) => isHistory === true);
});

test('a history on another host is refused', async () => {
  await using stage = await startStage();
  const { connected, host } = startForeignServer();
  const me = keepFiles(stage.peer);
  // After the host of WhatsApp, which then counts as the name of a user.
  me.history.files = { directPath: `@${host}/history` };
  await stage.link('wa_1', OURS);
  await until(() => failures(stage).length > 0);
  expect(failures(stage)[0]).toContain('The address of the file is not WhatsApp’s.');
  expect(connected).toEqual([]);
  expect(stage.peer.media.requests).toEqual([]);
  expect(await stage.host.send('wa_1', textJob(ADA, 'Hi'))).toMatchObject({ outcome: 'sent' });
});

test('a history that never ends is refused', async () => {
  await using stage = await startStage();
  keepFiles(stage.peer);
  stage.peer.media.failNext('GET', { kind: 'endless' });
  await stage.link('wa_1', OURS);
  await until(() => failures(stage).length > 0);
  expect(failures(stage)[0]).toContain('media_too_large');
  expect(await stage.host.send('wa_1', textJob(ADA, 'Hi'))).toMatchObject({ outcome: 'sent' });
});

const refusals = ({ logged }: Stage) => logged.filter((line) => line.includes('whatsapp web history refused'));

test.each([['fileEncSha256'], ['fileSha256'], ['mediaKey']] as const)(
  'a history that does not match its %s is refused, and the connection works on',
  async (field) => {
    await using stage = await startStage();
    const me = keepFiles(stage.peer);
    me.history.files = { [field]: Buffer.alloc(32, 7) };
    await stage.link('wa_1', OURS);
    await until(() => failures(stage).length > 0);
    expect(failures(stage)[0]).toContain('The file does not match the hashes in the message.');
    expect(await stage.host.send('wa_1', textJob(ADA, 'Hi'))).toMatchObject({ outcome: 'sent' });
    expect(stage.of('wa_1').filter(({ kind }) => kind === 'message')).toEqual([]);
  },
);

test('a history without hashes is refused before anything is fetched', async () => {
  await using stage = await startStage();
  const me = keepFiles(stage.peer);
  me.history.files = { fileSha256: Buffer.alloc(0) };
  await stage.link('wa_1', OURS);
  await until(() => refusals(stage).length > 0);
  expect(await stage.host.send('wa_1', textJob(ADA, 'Hi'))).toMatchObject({ outcome: 'sent' });
  expect(stage.peer.media.requests).toEqual([]);
});

test('a history in a message that is too large when it is decompressed is refused, and the connection works on', async () => {
  await using stage = await startStage();
  const me = stage.peer.person(OURS);
  stage.peer.person(ADA);
  me.history.bytes = new Uint8Array(HISTORY_LIMITS.inlineBytes + 1);
  await stage.link('wa_1', OURS);
  await until(() => refusals(stage).length > 0);
  expect(await stage.host.send('wa_1', textJob(ADA, 'Hi'))).toMatchObject({ outcome: 'sent' });
});

describe('a file of the history', () => {
  const limits = { ...HISTORY_LIMITS, fileBytes: 5000 };
  const URL_OF_FILE = new URL('https://mmg.whatsapp.net/v/history?oh=1');

  async function fileOf(compressed: Uint8Array, directPath = URL_OF_FILE.pathname + URL_OF_FILE.search) {
    const { mediaKey, encrypted } = await encryptFile(compressed, 'md-msg-hist');
    const files = createHistoryFiles({ getMediaKeys }, SILENT, limits);
    const hashes = { fileSha256: sha256(compressed), fileEncSha256: sha256(encrypted) };
    expect(files.accept({ directPath, mediaKey, ...hashes })).toBe(true);
    return { files, encrypted };
  }

  test('may have its largest size', async () => {
    const { files, encrypted } = await fileOf(deflateSync(new Uint8Array(limits.fileBytes)));
    await files.check(URL_OF_FILE, encrypted);
  });

  test('that is larger when it is decompressed is refused', async () => {
    const { files, encrypted } = await fileOf(deflateSync(new Uint8Array(limits.fileBytes + 1)));
    expect(await errorOf(files.check(URL_OF_FILE, encrypted))).toContain('media_too_large');
  });

  test.each([['//v/history'], [':443/v/history'], ['.whatsapp.net/v/history'], ['/v/../history?oh=1#a']])(
    'with the path %s is checked at the address that the library makes of it',
    async (path) => {
      const { files, encrypted } = await fileOf(Buffer.from('plain'), path);
      const url = new URL(getUrlFromDirectPath(path));
      expect(await errorOf(files.check(url, encrypted))).toContain('media_download_failed');
    },
  );

  test.each([
    ['is not compressed', Buffer.from('plain')],
    ['ends in the middle', deflateSync(new Uint8Array(4000)).subarray(0, -6)],
  ])('that %s is refused', async (_problem, compressed) => {
    const { files, encrypted } = await fileOf(compressed);
    expect(await errorOf(files.check(URL_OF_FILE, encrypted))).toContain('media_download_failed');
  });
});

const SILENT: SessionLog = { debug() {}, info() {}, warn() {}, error() {} };

test('a request of the library for no instance is refused', async () => {
  const { connected, host } = startForeignServer();
  const request = createLibraryFetch(SILENT);
  for (const options of [undefined, {}, { dispatcher: null }, { dispatcher: {} }])
    expect(await errorOf(request(`http://${host}/`, options))).toContain('refused');
  expect(connected).toEqual([]);
});

test.each([
  'http://mmg.whatsapp.net/x',
  'https://mmg.whatsapp.net.evil.example/x',
  'https://mmg.whatsapp.net:444/x',
  'x',
])('a request of the library for %s is refused', async (address) => {
  const { connected, host } = startForeignServer();
  const testPeer = { url: `ws://${host}`, mediaUrl: `http://${host}`, root: '' };
  const options = libraryRequests({ proxyUrl: null, testPeer });
  expect(await errorOf(createLibraryFetch(SILENT)(address, options))).toContain('refused');
  expect(connected).toEqual([]);
});

test('a request of the library that is not answered ends', async () => {
  const { connected, host } = startForeignServer();
  const testPeer = { url: `ws://${host}`, mediaUrl: `http://${host}`, root: '' };
  const options = libraryRequests({ proxyUrl: null, testPeer });
  const request = createLibraryFetch(SILENT, { ...LIBRARY_FETCH_LIMITS, idle: 50 });
  expect(await errorOf(request('https://mmg.whatsapp.net/x', options))).toContain('aborted');
  expect(connected).toHaveLength(1);
});
