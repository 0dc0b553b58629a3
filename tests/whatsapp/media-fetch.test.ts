import { afterAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';

import { scoped } from '../../server/db/scoped';
import { ApiError } from '../../server/errors';
import { ProviderRefusal } from '../../server/whatsapp/drivers/driver';
import { waMedia } from '../../server/whatsapp/schema/media';
import { newId } from '../../shared/ids';
import type { SendErrorCode } from '../../shared/whatsapp/send-errors';
import { database } from '../support/app';
import { mediaScene, MIB, PNG, seedMessage, startMediaPlace } from './media-support';

const place = await startMediaPlace();
afterAll(() => place.stop());

const SECOND = 1000;
/** Of one that is gone. */
const MESSAGE = newId('msg');
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const parts = () => place.files().filter((name) => name.startsWith('.part'));
const refusal = (code: SendErrorCode, kind: ProviderRefusal['kind'] = 'unavailable', message = 'Later.') =>
  new ProviderRefusal(kind, { code, message, retryable: true, retry_after_ms: null, provider: null });

type Scene = Awaited<ReturnType<typeof mediaScene>>;

/** What becomes of a URL that is given for upload. */
async function fetched({ call, path }: Scene, url: string) {
  const { status, body } = await call('POST', path, { url });
  expect([status, body.status, body.size]).toEqual([201, 'pending', 0]);
  await place.media.idle();
  return (await call('GET', `${path}/${body.id}`)).body;
}

test('a URL is fetched after the response, following redirects', async () => {
  const scene = await mediaScene(place);
  place.pages['/a'] = () => new Response(null, { status: 302, headers: { location: '/deep/menu%20one.png' } });
  place.pages['/deep/menu%20one.png'] = () => new Response(PNG, { headers: { 'content-type': 'text/plain' } });
  const media = await fetched(scene, 'https://files.example.com/a?token=private');
  expect(media).toMatchObject({
    status: 'ready',
    mime_type: 'image/png',
    size: PNG.length,
    sha256: sha256(PNG),
    filename: 'menu one.png',
    width: 3,
  });
  const [event] = await scene.events('whatsapp.media.stored');
  expect(event.data).toMatchObject({ id: media.id, status: 'ready', message_id: null, instance: { id: scene.id } });
  expect(JSON.stringify(event)).not.toContain('private');
});

test('one Idempotency-Key stores a URL once', async () => {
  const { call, path } = await mediaScene(place);
  const note = (url: string) => call('POST', path, { url }, { 'idempotency-key': 'one' });
  const [one, two] = [await note('https://files.example.com/none'), await note('https://files.example.com/none')];
  expect([one.status, two.body.id, two.headers.get('idempotent-replayed')]).toEqual([201, one.body.id, 'true']);
  expect((await note('https://files.example.com/other')).body.code).toBe('idempotency_key_reused');
});

test('a private address is never requested', async () => {
  const scene = await mediaScene(place);
  const before = place.asked.length;
  const away = (location: string) => () => new Response(null, { status: 302, headers: { location } });
  place.pages['/out'] = away('http://169.254.169.254/latest');
  place.pages['/down'] = away('http://files.example.com/x');
  for (const url of [
    'http://127.0.0.1/x',
    `http://127.0.0.1:${new URL(place.url).port}/healthz`,
    'http://localhost/x',
    'http://[::1]/x',
    'http://[::ffff:127.0.0.1]/x',
    'http://[64:ff9b::a00:1]/x',
    'http://0x7f.1/x',
    'http://2130706433/x',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/x',
    'https://inner.example.com/x',
    'https://mixed.example.com/x',
    'http://metadata.internal/x',
    'https://user:pw@files.example.com/x',
    'http://files.example.com:22/x',
  ]) {
    const media = await fetched(scene, url);
    expect([url, media.status, media.error?.code, media.url]).toEqual([url, 'failed', 'media_download_failed', null]);
    expect(media.error.message).not.toMatch(/127\.0|10\.0\.0|169\.254/);
  }
  // A page that an earlier test did not find is asked for again.
  const asked = () => place.asked.slice(before).filter((path) => path !== '/none');
  expect(asked()).toEqual([]);
  for (const path of ['/out', '/down']) {
    expect((await fetched(scene, `https://files.example.com${path}`)).status).toBe('failed');
  }
  expect(asked()).toEqual(['/out', '/down']);
  expect(parts()).toEqual([]);
});

test('a wrong answer of a URL is reported, and no file is left', async () => {
  const scene = await mediaScene(place);
  place.pages['/gone'] = () => new Response('no', { status: 410 });
  place.pages['/empty'] = () => new Response('');
  place.pages['/huge'] = () => new Response(endless());
  expect((await fetched(scene, 'https://files.example.com/gone')).error.message).toContain('410');
  expect((await fetched(scene, 'https://files.example.com/empty')).error.code).toBe('media_type_not_allowed');
  expect((await fetched(scene, 'https://files.example.com/cut')).error.code).toBe('media_download_failed');
  const [event] = await scene.events('whatsapp.media.failed');
  expect(event.data).toMatchObject({ status: 'failed', error: { code: 'media_download_failed' } });
  expect(parts()).toEqual([]);

  // A picture of a message may have less than a document.
  const row = await place.on(scene).take(order('/huge'));
  await place.media.idle();
  const { body } = await scene.call('GET', `${scene.path}/${row.id}`);
  expect([body.status, body.error.code]).toEqual(['failed', 'media_too_large']);
  expect(parts()).toEqual([]);
});

const endless = () =>
  new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(MIB)),
  });

const order = (path: string, kind: 'image' | 'voice' = 'image', messageId = MESSAGE) => ({
  source: { url: `https://files.example.com${path}` },
  kind,
  messageId,
  filename: null,
  pointer: '/content/media',
});

test('a file must fit the type of its message, and its result is reported in its transaction', async () => {
  const scene = await mediaScene(place);
  place.pages['/song'] = () => new Response(Buffer.from('ID3\u0004 song'));
  const messageId = await seedMessage(scene, { type: 'voice' });
  const row = await place.on(scene).take(order('/song', 'voice', messageId));
  await place.media.idle();
  const { body } = await scene.call('GET', `${scene.path}/${row.id}`);
  expect([body.status, body.error.code]).toEqual(['failed', 'media_type_not_allowed']);
  expect(place.settled).toContain(row.id);
  const [event] = await scene.events('whatsapp.media.failed');
  expect(event.data.message_id).toBe(messageId);
});

test('a message takes a file by id, bytes or URL', async () => {
  const [scene, other] = [await mediaScene(place), await mediaScene(place)];
  const { body } = await scene.upload(PNG, 'image/png');
  const base = { kind: 'image', messageId: MESSAGE, filename: null, pointer: '/content/media' } as const;
  const take = (
    source: Parameters<ReturnType<typeof place.on>['take']>[0]['source'],
    kind: 'image' | 'sticker' = 'image',
  ) => place.on(scene).take({ ...base, kind, source });
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => (error instanceof ApiError ? [error.code, error.details.errors] : error),
    );

  expect((await take({ media_id: body.id })).id).toBe(body.id);
  const inline = await take({ base64: PNG.toString('base64'), mime_type: 'image/jpeg' });
  expect([inline.status, inline.mimeType, inline.sha256, inline.messageId]).toEqual([
    'ready',
    'image/png',
    sha256(PNG),
    MESSAGE,
  ]);
  expect(await place.media.local(inline)).toMatchObject({ size: PNG.length, providerMediaId: null });

  const issue = (pointer: string, code: string) => [expect.objectContaining({ pointer, code })];
  expect(await refused(take({ media_id: body.id }, 'sticker'))).toEqual([
    'unprocessable',
    issue('/content/media/media_id', 'media_type_not_allowed'),
  ]);
  expect(await refused(place.on(other).take({ ...base, source: { media_id: body.id } }))).toEqual([
    'related_not_found',
    issue('/content/media/media_id', 'related_not_found'),
  ]);
  expect(await refused(take({ base64: 'PGh0bWw+', mime_type: 'image/png' }))).toEqual([
    'unprocessable',
    issue('/content/media/mime_type', 'media_type_not_allowed'),
  ]);
  expect(parts()).toEqual([]);
});

const incoming = (id: string, bytes: Uint8Array, change: object = {}) => ({
  kind: 'image' as const,
  messageId: MESSAGE,
  remote: { providerMediaId: id, mimeType: 'image/jpeg', sha256: sha256(bytes), size: bytes.length, ...change },
});

test('the file of a received message is pending at first, then stored', async () => {
  const scene = await mediaScene(place);
  place.provider.files.set('one', PNG);
  const row = await place.on(scene).receive(incoming('one', PNG, { filename: '../a\u202E.png' }));
  expect([row.status, row.filename]).toEqual(['pending', 'a.png']);
  const content = await scene.content(row.id);
  expect([content.status, content.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await scene.events('whatsapp.media.stored'))[0].data).toMatchObject({ id: row.id, message_id: MESSAGE });
});

test('a failed download is retried five times, with growing pauses', async () => {
  const scene = await mediaScene(place);
  place.provider.files.set('away', refusal('provider_unavailable'));
  place.clock.stopped = Date.now();
  const row = await place.on(scene).receive(incoming('away', PNG));
  const tries = () => place.provider.asked.filter(({ providerMediaId }) => providerMediaId === 'away').length;
  await place.media.idle();
  expect(tries()).toBe(1);
  for (const [index, seconds] of [1, 5, 30, 120].entries()) {
    place.clock.ahead += seconds * SECOND - 500;
    await place.media.idle();
    expect(tries()).toBe(index + 1);
    place.clock.ahead += 500;
    await place.media.idle();
    expect(tries()).toBe(index + 2);
    expect((await scene.call('GET', `${scene.path}/${row.id}`)).body.status).toBe('pending');
  }
  place.clock.ahead += 600 * SECOND;
  await place.media.idle();
  const { body } = await scene.call('GET', `${scene.path}/${row.id}`);
  expect([tries(), body.status, body.error.code]).toEqual([6, 'failed', 'media_download_failed']);
  expect((await scene.content(row.id)).status).toBe(409);

  place.provider.files.set('away', PNG);
  const again = await scene.call('POST', `${scene.path}/${row.id}/retry`);
  expect([again.status, again.body.status, again.body.error]).toEqual([200, 'pending', null]);
  await place.media.idle();
  expect((await scene.call('GET', `${scene.path}/${row.id}`)).body.status).toBe('ready');
  expect((await scene.call('POST', `${scene.path}/${row.id}/retry`)).body.code).toBe('invalid_state');
  place.clock.stopped = undefined;
});

test('a file is not given up while another process opens the socket of its instance', async () => {
  const scene = await mediaScene(place);
  place.provider.files.set('elsewhere', refusal('provider_unavailable', 'no_socket'));
  place.clock.stopped = Date.now();
  const row = await place.on(scene).receive(incoming('elsewhere', PNG));
  for (let tries = 0; tries < 10; tries += 1) {
    await place.media.idle();
    expect((await scene.call('GET', `${scene.path}/${row.id}`)).body.status).toBe('pending');
    place.clock.ahead += 600 * SECOND;
  }
  place.provider.files.set('elsewhere', PNG);
  await place.media.idle();
  expect((await scene.call('GET', `${scene.path}/${row.id}`)).body.status).toBe('ready');
  place.clock.stopped = undefined;
});

test('wrong bytes, too many bytes and a definite refusal fail at once', async () => {
  const scene = await mediaScene(place, { media_max_bytes: 1000 });
  place.provider.files.set('other', Buffer.concat([PNG, PNG]));
  place.provider.files.set('large', new Uint8Array(1001));
  place.provider.files.set('refused', refusal('media_download_failed', 'refused'));
  const asked = place.provider.asked.length;
  const [other, large, said, refused] = [
    await place.on(scene).receive(incoming('other', PNG)),
    await place.on(scene).receive(incoming('large', new Uint8Array(1001), { size: undefined })),
    await place.on(scene).receive(incoming('never', PNG, { size: 1001 })),
    await place.on(scene).receive(incoming('refused', PNG)),
  ];
  await place.media.idle();
  const codeOf = async (id: string) => (await scene.call('GET', `${scene.path}/${id}`)).body.error.code;
  expect(await Promise.all([other, large, said, refused].map(({ id }) => codeOf(id)))).toEqual([
    'media_download_failed',
    'media_too_large',
    'media_too_large',
    'media_download_failed',
  ]);
  expect(place.provider.asked.slice(asked).map(({ providerMediaId }) => providerMediaId)).not.toContain('never');
  expect(parts()).toEqual([]);
});

test('an instance that stores no media fetches a file on request', async () => {
  const scene = await mediaScene(place, { store_media: false });
  place.provider.files.set('asked', PNG);
  const row = await place.on(scene).receive(incoming('asked', PNG));
  await place.media.idle();
  expect((await scene.call('GET', `${scene.path}/${row.id}`)).body.status).toBe('pending');
  const [one, two] = await Promise.all([scene.content(row.id), scene.content(row.id)]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(place.provider.asked.filter(({ providerMediaId }) => providerMediaId === 'asked')).toHaveLength(1);
});

test('an id of an uploaded file at the provider is reused for a month', async () => {
  const scene = await mediaScene(place);
  const row = await place.on(scene).take({
    ...order(''),
    source: { base64: PNG.toString('base64'), mime_type: 'image/png' },
  });
  await place.media.recordUpload(scene, { sha256: sha256(PNG), mimeType: 'image/png', providerMediaId: 'meta-1' });
  await place.media.recordUpload(scene, { sha256: sha256(PNG), mimeType: 'image/png', providerMediaId: 'meta-2' });
  expect((await place.media.local(row))?.providerMediaId).toBe('meta-2');
  place.clock.ahead += 30 * 86_400 * SECOND;
  expect((await place.media.local(row))?.providerMediaId).toBeNull();
});

test('who waits for a file gets it as it is when the process stops', async () => {
  const { call, path, workspaceId } = await mediaScene(place);
  const over = Promise.withResolvers<Response>();
  const asked = Promise.withResolvers<void>();
  place.pages['/slow'] = () => {
    asked.resolve();
    return over.promise;
  };
  const { body } = await call('POST', path, { url: 'https://files.example.com/slow' });
  await asked.promise;
  const row = await scoped(database, workspaceId).require(waMedia, body.id);
  const waiting = place.media.whenSettled(row, 600_000);
  const stopping = place.media.stop();
  expect((await waiting)?.status).toBe('pending');
  over.resolve(new Response(PNG));
  await stopping;
});
