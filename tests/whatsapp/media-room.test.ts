import { afterAll, expect, test } from 'bun:test';

import { newId } from '../../shared/ids';
import { until } from '../support/process';
import { mediaScene, startMediaPlace } from './media-support';

const LIMIT = 10_000;
const place = await startMediaPlace({ whatsappMediaMax: LIMIT });
afterAll(() => place.stop());

const HELP = `The files of a workspace have at most ${LIMIT} bytes together: delete some that are not used any more, or have WHATSAPP_MEDIA_MAX raised.`;
const bytes = (letter: string, length = 6000): Buffer => Buffer.from(letter.repeat(length));

test('files that take more than a workspace may have are refused, by every way, with what helps', async () => {
  const scene = await mediaScene(place);
  const first = await scene.upload(bytes('a'), 'text/plain');
  expect(first.status).toBe(201);
  const refused = await scene.upload(bytes('b'), 'text/plain');
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([422, 'unprocessable', HELP]);
  expect(place.files().filter((name) => name.startsWith(`${scene.workspaceId}/`))).toHaveLength(1);

  // What is small enough still goes in.
  expect((await scene.upload(bytes('c', 4000), 'text/plain')).status).toBe(201);
  const noted = await scene.call('POST', scene.path, { url: 'https://files.example.com/more' });
  expect([noted.status, noted.body.detail]).toEqual([422, HELP]);
  // Another workspace has room of its own.
  expect((await (await mediaScene(place)).upload(bytes('b'), 'text/plain')).status).toBe(201);

  expect((await scene.call('DELETE', `${scene.path}/${first.body.id}`)).status).toBe(204);
  await until(async () => (await scene.upload(bytes('b'), 'text/plain')).status === 201);
});

test('what a message brings fails when there is no room, and comes by a retry once there is', async () => {
  const scene = await mediaScene(place);
  const { body: kept } = await scene.upload(bytes('d'), 'text/plain');
  place.provider.files.set('one', bytes('e'));
  const remote = { providerMediaId: 'one', mimeType: 'text/plain' };
  const received = await place.on(scene).receive({ remote, kind: 'document', messageId: newId('msg') });
  await place.media.idle();
  const path = `${scene.path}/${received.id}`;
  const { body } = await scene.call('GET', path);
  expect([body.status, body.error.code, body.error.message]).toEqual([
    'failed',
    'media_download_failed',
    expect.stringContaining(HELP),
  ]);
  expect(place.files().filter((name) => name.startsWith('.part'))).toEqual([]);

  expect((await scene.call('DELETE', `${scene.path}/${kept.id}`)).status).toBe(204);
  await until(async () => {
    await scene.call('POST', `${path}/retry`);
    await place.media.idle();
    return (await scene.call('GET', path)).body.status === 'ready';
  });
});
