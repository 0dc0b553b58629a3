import { afterAll, expect, test } from 'bun:test';

import { newId } from '../../shared/ids';
import { until } from '../support/process';
import { seedWorkspace } from '../support/seed';
import { mediaScene, startMediaPlace } from './media-support';

const LIMIT = 10_000;
const place = await startMediaPlace({ whatsappMediaMax: LIMIT });
afterAll(() => place.stop());

const HELP = `The files of a workspace have at most ${LIMIT} bytes together: delete some that are not used any more, or have WHATSAPP_MEDIA_MAX raised.`;
const bytes = (letter: string, length = 6000): Buffer => Buffer.from(letter.repeat(length));

test('files beyond the quota of a workspace are refused at every entry point, with what helps', async () => {
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

test('uploads to several instances at once do not pass the quota', async () => {
  const workspaceId = await seedWorkspace();
  const scenes = await Promise.all(Array.from({ length: 8 }, () => mediaScene(place, {}, { workspaceId })));
  const answers = await Promise.all(
    scenes.map((scene, index) => scene.upload(bytes(String(index), 3000), 'text/plain')),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
});

test('the file of a received message fails beyond the quota, and a retry fetches it later', async () => {
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
