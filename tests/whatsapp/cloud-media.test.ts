import { afterAll, beforeEach, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parseNotification } from '../../server/whatsapp/drivers/cloud/notification';
import { ProviderRefusal } from '../../server/whatsapp/drivers/driver';
import type { RemoteMedia } from '../../server/whatsapp/drivers/driver-events';
import { reply, startReceiver } from '../support/receiver';
import { cloudOnStandIn, NUMBER } from './cloud';
import { sha256Hex } from './meta-graph/world';

const { driver, instance, seed, standIn } = cloudOnStandIn();
const folder = await mkdtemp(join(tmpdir(), 'cloud-media-'));
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => seed());

const BYTES = crypto.getRandomValues(new Uint8Array(300_000));

/** A picture that a user sent, as its notification tells of it. */
async function received(change: Record<string, unknown> = {}): Promise<RemoteMedia> {
  const image = { base64: Buffer.from(BYTES).toString('base64'), mime_type: 'image/jpeg', ...change };
  const { deliveries } = await standIn().inbound({ phone_number_id: NUMBER, messages: [{ type: 'image', image }] });
  const [item] = parseNotification(deliveries[0]?.body ?? '', new Date());
  const [driverEvent] = item?.kind === 'events' ? item.events : [];
  if (driverEvent?.kind !== 'message' || driverEvent.media === undefined) throw new Error('There is no media.');
  return driverEvent.media;
}

const place = (): string => join(folder, crypto.randomUUID());
const fetchTo = (media: RemoteMedia, path: string, maxBytes = 1_000_000) =>
  driver.fetchMedia(instance(), media, path, maxBytes);

async function refusal(media: RemoteMedia, maxBytes?: number): Promise<[string, string]> {
  const path = place();
  const error: unknown = await fetchTo(media, path, maxBytes).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProviderRefusal);
  expect(await Bun.file(path).exists()).toBe(false);
  const { kind, error: reason } = error as ProviderRefusal;
  return [kind, reason.code];
}

test('the bytes of a picture come as they were sent', async () => {
  const media = await received();
  expect(media).toEqual({
    providerMediaId: expect.any(String) as string,
    mimeType: 'image/jpeg',
    sha256: sha256Hex(BYTES),
  });
  const path = place();
  await fetchTo(media, path);
  expect(sha256Hex(new Uint8Array(await Bun.file(path).arrayBuffer()))).toBe(sha256Hex(BYTES));
});

test('an expired media URL is requested again', async () => {
  const media = await received();
  await standIn().fault({ match: { path: '^/__media' }, action: { http: 404 } });
  const path = place();
  await fetchTo(media, path);
  expect(Bun.file(path).size).toBe(BYTES.byteLength);
  const { requests } = await standIn().log();
  expect(requests.map(({ path: asked }) => asked.replace(/\d{5,}/, 'id'))).toEqual([
    '/v23.0/id',
    '/__media/id',
    '/v23.0/id',
    '/__media/id',
  ]);
});

test('other bytes than were announced are refused', async () => {
  expect(await refusal(await received({ sha256: sha256Hex('other bytes') }))).toEqual([
    'refused',
    'media_download_failed',
  ]);
});

test('a file that is too large is refused before or during the download', async () => {
  const media = await received();
  expect(await refusal(media, 1000)).toEqual(['refused', 'media_too_large']);
  expect((await standIn().log()).requests).toHaveLength(1);

  const endless = await startReceiver((socket) => socket.write(reply('x'.repeat(5000))));
  expect(await refusal(await received({ url: endless.url, base64: 'eA==' }), 1000)).toEqual([
    'refused',
    'media_too_large',
  ]);
  endless.stop();
});

test('a missing file fails for good, a broken connection can be retried', async () => {
  const media = await received();
  await standIn().advance(8 * 24 * 3600);
  expect(await refusal(media)).toEqual(['refused', 'invalid_parameter']);

  const fresh = await received();
  await standIn().fault({ match: { path: '^/__media' }, action: { cut: 'mid_response' } });
  expect(await refusal(fresh)).toEqual(['unavailable', 'media_download_failed']);
  await standIn().fault({ match: { path: '^/__media' }, action: { http: 503 } });
  expect(await refusal(fresh)).toEqual(['unavailable', 'media_download_failed']);
});
