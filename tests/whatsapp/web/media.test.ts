import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { getMediaKeys } from 'baileys';

import { decryptFile } from '../../../server/whatsapp/drivers/web/worker/media/decrypt';
import { mediaUrl } from '../../../server/whatsapp/drivers/web/worker/media/hosts';
import { openReference, sealReference } from '../../../server/whatsapp/drivers/web/worker/media/reference';
import { requestUpload } from '../../../server/whatsapp/drivers/web/worker/media/request-upload';
import type { MessageContent } from '../../../shared/whatsapp/content';
import type { MediaType } from '../../../shared/whatsapp/content-media';
import { encryptFile, sha256 } from '../../support/whatsapp-web/media/encryption';
import type { FileKind } from '../../support/whatsapp-web/media/files';
import { direct, fileIn, jobFor, type MessageSession } from './message-session';
import { ADA, closeAfterEach, linkMe, ME, startPeer } from './message-stage';
import { refusedWith } from './refusals';

closeAfterEach();

const folder = mkdtempSync(join(tmpdir(), 'whatsapp-web-media-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BYTES = new Uint8Array(100_003).map((_, index) => index % 251);
const MB = 1024 * 1024;

interface Sent {
  content: MessageContent;
  mimeType: string;
}

const media = { media_id: 'med_1' };
const sent: Record<MediaType, Sent> = {
  image: { content: { type: 'image', media, caption: 'A cat' }, mimeType: 'image/png' },
  video: { content: { type: 'video', media, caption: 'A cat' }, mimeType: 'video/mp4' },
  audio: { content: { type: 'audio', media }, mimeType: 'audio/mpeg' },
  voice: { content: { type: 'voice', media }, mimeType: 'audio/ogg' },
  document: { content: { type: 'document', media, filename: 'cat.pdf' }, mimeType: 'application/pdf' },
  sticker: { content: { type: 'sticker', media }, mimeType: 'image/webp' },
};

for (const [type, { content, mimeType }] of Object.entries(sent)) {
  test(`a file is uploaded and sent: ${type}`, async () => {
    const peer = await startPeer();
    const ada = peer.person(ADA);
    const me = await linkMe(peer);
    const result = await me.send(jobFor(direct(ADA), content, { media: await fileIn(folder, BYTES, mimeType) }));
    expect(result).toMatchObject({ outcome: 'sent' });
    const [received] = await ada.receives(1);
    expect(Buffer.from(received?.file ?? []).equals(Buffer.from(BYTES))).toBe(true);
    const { imageMessage, videoMessage, audioMessage, documentMessage } = received?.message ?? {};
    if ('caption' in content) expect((imageMessage ?? videoMessage)?.caption).toBe('A cat');
    if (type === 'voice') expect(audioMessage).toMatchObject({ ptt: true, mimetype: 'audio/ogg; codecs=opus' });
    if (type === 'audio') expect(audioMessage?.ptt ?? false).toBe(false);
    if (type === 'document') expect(documentMessage).toMatchObject({ fileName: 'cat.pdf', mimetype: mimeType });
    peer.assertClean();
  });
}

test('media to be viewed once is wrapped, and a document cannot be', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const file = await fileIn(folder, BYTES, 'image/png');
  await me.send(jobFor(direct(ADA), { type: 'image', media, view_once: true }, { media: file }));
  const [received] = await ada.receives(1);
  expect(received?.message.viewOnceMessage?.message?.imageMessage?.mimetype).toBe('image/png');
  const refused = await me.send(jobFor(direct(ADA), { type: 'document', media, view_once: true }, { media: file }));
  expect(refused).toMatchObject({ outcome: 'refused', error: { code: 'unsupported_message_type' } });
});

test('an upload that fails is tried with a new media connection, and then the message waits', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const { content } = sent.image;
  const job = jobFor(direct(ADA), content, { media: await fileIn(folder, BYTES, 'image/png') });
  peer.media.failNext('POST', { kind: 'status', status: 503 });
  expect(await me.send(job)).toMatchObject({ outcome: 'sent' });
  peer.media.failNext('POST', { kind: 'status', status: 503 }, { times: 2 });
  const other = await me.send(jobFor(direct(ADA), content, { media: job.media }));
  expect(other).toMatchObject({ outcome: 'not_sent', error: { code: 'provider_unavailable' } });
  peer.media.failNext('POST', { kind: 'status', status: 413 });
  const large = await me.send(jobFor(direct(ADA), content, { media: job.media }));
  expect(large).toMatchObject({ outcome: 'refused', error: { code: 'media_upload_failed' } });
  expect(ada.received).toHaveLength(1);
});

test('a file that is missing here is not sent, and stops nothing', async () => {
  const peer = await startPeer();
  peer.person(ADA);
  const me = await linkMe(peer);
  const file = await fileIn(folder, BYTES, 'image/png');
  rmSync(file.path);
  const result = await me.send(jobFor(direct(ADA), sent.image.content, { media: file }));
  expect(result).toMatchObject({ outcome: 'not_sent', error: { code: 'provider_unavailable' } });
});

/** Ada sends a file; answers how it is fetched. */
async function fileFromAda(kind: FileKind, fields: object = {}, bytes: Uint8Array = BYTES) {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const event = await me.message(await ada.sendFile(ME, kind, bytes, fields));
  if (!event.media) throw new Error('The message has no file.');
  const path = join(folder, `fetched-${event.providerMessageId}`);
  return { peer, ada, me, event, input: { media: event.media, path, maxBytes: MB } };
}

const isFetched = async (path: string, bytes: Uint8Array = BYTES): Promise<boolean> =>
  Buffer.from(await Bun.file(path).bytes()).equals(Buffer.from(bytes));

const kinds: [FileKind, object, string][] = [
  ['image', { caption: 'A cat' }, 'image'],
  ['video', {}, 'video'],
  ['audio', {}, 'audio'],
  ['audio', { ptt: true }, 'voice'],
  ['document', { fileName: 'cat.pdf' }, 'document'],
  ['sticker', {}, 'sticker'],
];

for (const [kind, fields, type] of kinds) {
  test(`a received file is fetched and decrypted: ${type}`, async () => {
    const { me, event, input, peer } = await fileFromAda(kind, fields);
    expect(event.content.type).toBe(type as typeof event.content.type);
    expect(event.media).toMatchObject({ size: BYTES.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await me.call('fetchMedia', input);
    expect(await isFetched(input.path)).toBe(true);
    peer.assertClean();
  });
}

test('a view-once picture and a document with a caption are read through their wrappers', async () => {
  const { peer, ada, me, event } = await fileFromAda('image');
  const imageMessage = peer.world.sentByPhones.get(event.providerMessageId)?.message.imageMessage;
  const inner = { imageMessage: { ...imageMessage, viewOnce: true } };
  const id = await ada.send(ME, { viewOnceMessageV2: { message: inner } });
  expect(await me.message(id)).toMatchObject({ content: { type: 'image', view_once: true } });
  const documentMessage = { ...imageMessage, fileName: 'a.pdf', caption: 'Read this', mimetype: 'application/pdf' };
  const wrapped = await ada.send(ME, { documentWithCaptionMessage: { message: { documentMessage } } });
  expect((await me.message(wrapped)).content).toEqual({ type: 'document', caption: 'Read this', filename: 'a.pdf' });
});

const gone = { 403: 'forbidden', 404: 'gone', 410: 'expired' };
for (const [status, title] of Object.entries(gone)) {
  test(`a file that is ${title} is asked for once more, and fetched`, async () => {
    const { peer, me, input } = await fileFromAda('image');
    peer.media.failNext('GET', { kind: 'status', status: Number(status) });
    await me.call('fetchMedia', input);
    expect(await isFetched(input.path)).toBe(true);
    expect(peer.world.mediaRetries).toHaveLength(1);
    peer.assertClean();
  });
}

test('a file that stays gone is refused after one request', async () => {
  const { peer, me, input } = await fileFromAda('image');
  peer.media.failNext('GET', { kind: 'status', status: 404 }, { times: 2 });
  expect(await me.failure('fetchMedia', input)).toMatchObject({ kind: 'refused', code: 'media_download_failed' });
  expect(peer.world.mediaRetries).toHaveLength(1);
  expect(await Bun.file(input.path).exists()).toBe(false);
});

test('a file that the phone no longer has is refused', async () => {
  const { peer, me, input } = await fileFromAda('image');
  peer.media.reupload = 'not found';
  peer.media.failNext('GET', { kind: 'status', status: 404 });
  expect(await me.failure('fetchMedia', input)).toMatchObject({ kind: 'refused', code: 'media_download_failed' });
});

test('a request to upload a file again that is never answered ends, and leaves no listener', async () => {
  const { peer, me, input } = await fileFromAda('image');
  const { session } = me;
  const listening: string[] = [];
  const { ev } = session.socket;
  const [on, off] = [ev.on.bind(ev), ev.off.bind(ev)];
  Object.assign(ev, {
    on: (...[event, listener]: Parameters<typeof on>) => (listening.push(event), on(event, listener)),
    off: (...[event, listener]: Parameters<typeof off>) => (
      listening.splice(listening.indexOf(event), 1),
      off(event, listener)
    ),
  });
  peer.media.reupload = 'unanswered';
  const asked = requestUpload(session, openReference(session, input.media.providerMediaId), 300);
  await refusedWith(asked, 'provider_unavailable', 'timeout');
  expect(peer.world.mediaRetries).toHaveLength(1);
  expect(listening).toEqual([]);
});

test('a changed or cut file is refused and leaves nothing', async () => {
  const { peer, me, input } = await fileFromAda('image');
  for (const kind of ['corrupted', 'truncated'] as const) {
    peer.media.failNext('GET', { kind });
    expect(await me.failure('fetchMedia', input)).toMatchObject({ kind: 'refused', code: 'media_download_failed' });
    expect(await Bun.file(input.path).exists()).toBe(false);
  }
});

test('a file needs all three proofs: the hash of what is stored, the MAC, and the hash of the file', async () => {
  const { mediaKey, encrypted } = await encryptFile(BYTES, 'image');
  const { iv, cipherKey, macKey } = await getMediaKeys(mediaKey, 'image');
  const keys = { iv, cipherKey, macKey: macKey ?? new Uint8Array() };
  const proofs = { fileSha256: sha256(BYTES), fileEncSha256: sha256(encrypted) };
  const decrypt = (stored: Uint8Array, expected: typeof proofs): Uint8Array => {
    const { update, end } = decryptFile(keys, expected);
    return Buffer.concat([update(stored.subarray(0, 5)), update(stored.subarray(5)), end()]);
  };
  expect(decrypt(encrypted, proofs)).toEqual(Buffer.from(BYTES));
  expect(() => decrypt(encrypted, { ...proofs, fileEncSha256: sha256(BYTES) })).toThrow('The file was changed.');
  expect(() => decrypt(encrypted, { ...proofs, fileSha256: sha256(encrypted) })).toThrow('The file was changed.');
  const forged = Buffer.concat([encrypted.subarray(0, -1), Buffer.of((encrypted.at(-1) ?? 0) ^ 1)]);
  expect(() => decrypt(forged, { ...proofs, fileEncSha256: sha256(forged) })).toThrow('The file was changed.');
});

test('a server error can succeed later', async () => {
  const { peer, me, input } = await fileFromAda('image');
  peer.media.failNext('GET', { kind: 'status', status: 500 });
  expect(await me.failure('fetchMedia', input)).toMatchObject({ kind: 'unavailable' });
  await me.call('fetchMedia', input);
  expect(await isFetched(input.path)).toBe(true);
});

test('a file larger than allowed is refused, whatever size its message names', async () => {
  const { me, input } = await fileFromAda('document', { fileLength: 10 }, new Uint8Array(MB + 1));
  expect(await me.failure('fetchMedia', input)).toMatchObject({ kind: 'refused', code: 'media_too_large' });
  expect(await Bun.file(input.path).exists()).toBe(false);
  const named = { ...input, media: { ...input.media, size: 2 * MB } };
  expect(await me.failure('fetchMedia', named)).toMatchObject({ code: 'media_too_large' });
});

test('an empty file is fetched', async () => {
  const { me, input } = await fileFromAda('document', {}, new Uint8Array());
  await me.call('fetchMedia', input);
  expect(await isFetched(input.path, new Uint8Array())).toBe(true);
});

const HOSTILE = [
  '@evil.example/a',
  '.evil.example/a',
  '//evil.example/a',
  'https://evil.example/a',
  '/'.padEnd(3000, 'a'),
];

test('the sender of a file cannot name another host', async () => {
  const { me, input, peer } = await fileFromAda('image');
  const reference = openReference(me.session, input.media.providerMediaId);
  const real = withoutPeer(me);
  expect(mediaUrl(real, '/v/t62?oh=1').href).toBe('https://mmg.whatsapp.net/v/t62?oh=1');
  expect(mediaUrl(real, '/v/t62', 'media-fra3-1.cdn.whatsapp.net').host).toBe('media-fra3-1.cdn.whatsapp.net');
  const before = peer.media.requests.length;
  for (const directPath of HOSTILE) {
    expect(() => mediaUrl(real, directPath)).toThrow('media_download_failed');
    const providerMediaId = sealReference(me.session, { ...reference, directPath });
    const hostile = { ...input, media: { ...input.media, providerMediaId } };
    expect(await me.failure('fetchMedia', hostile)).toMatchObject({ code: 'media_download_failed' });
  }
  for (const host of [
    'evil.example',
    '127.0.0.1',
    'whatsapp.net.evil.example',
    'a@evil.example',
    'mmg.whatsapp.net:1',
  ]) {
    expect(() => mediaUrl(real, '/v/t62', host)).toThrow('media_download_failed');
  }
  expect(peer.media.requests).toHaveLength(before);
});

const withoutPeer = ({ session }: MessageSession) => ({
  ...session,
  settings: { ...session.settings, testPeer: null },
});

test('the URL in a message is never opened', async () => {
  let opened = 0;
  const trap = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response(String((opened += 1))) });
  const { me, input } = await fileFromAda('image', { url: `http://127.0.0.1:${trap.port}/metadata` });
  await me.call('fetchMedia', input);
  expect(await isFetched(input.path)).toBe(true);
  expect(opened).toBe(0);
  await trap.stop(true);
});

test('with a proxy, files go through it', async () => {
  const asked: string[] = [];
  const proxy = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      asked.push(new URL(request.url).pathname);
      return new Response('no', { status: 503 });
    },
  });
  const { peer, me, input } = await fileFromAda('image');
  const before = peer.media.requests.length;
  me.proxyUrl = `http://127.0.0.1:${proxy.port}`;
  expect(await me.failure('fetchMedia', input)).toMatchObject({ kind: 'unavailable' });
  const upload = jobFor(direct(ADA), sent.image.content, { media: await fileIn(folder, BYTES, 'image/png') });
  expect(await me.send(upload)).toMatchObject({ outcome: 'not_sent' });
  expect(peer.media.requests).toHaveLength(before);
  expect(asked.length).toBeGreaterThan(1);
  await proxy.stop(true);
});

test('what a file is fetched with holds no key in clear, and opens for its own instance only', async () => {
  const { me, peer, input, event } = await fileFromAda('image');
  const message = peer.world.sentByPhones.get(event.providerMessageId);
  const key = Buffer.from(message?.message.imageMessage?.mediaKey ?? []);
  expect(key).toHaveLength(32);
  expect(JSON.stringify(me.events)).not.toContain(key.toString('base64'));
  const foreign = { ...me.session, options: { ...me.session.options, instanceId: 'wai_other' } };
  expect(() => openReference(foreign, input.media.providerMediaId)).toThrow('media_download_failed');
  expect(() => openReference(me.session, 'nonsense')).toThrow('media_download_failed');
});
