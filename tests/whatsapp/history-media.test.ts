import { afterAll, expect, test } from 'bun:test';

import type { DriverMessageEvent } from '../../server/whatsapp/drivers/driver-events';
import { startServer } from '../support/app';
import { until } from '../support/process';
import { seedKey } from '../support/seed';
import { messageScenes } from './message-scenes';

const server = await startServer();
afterAll(() => server.stop());
const scene = messageScenes(server);

const imageFrom = (providerMessageId: string, more: Partial<DriverMessageEvent> = {}): DriverMessageEvent => ({
  kind: 'message',
  place: { type: 'direct', person: { phone: '15550100042' } },
  sender: { phone: '15550100042' },
  isEcho: false,
  providerMessageId,
  at: new Date(1_790_000_000_000),
  content: { type: 'image' },
  media: { providerMediaId: providerMessageId, mimeType: 'image/png' },
  ...more,
});

test('files of imported messages are fetched on first request, others at once', async () => {
  const { workspaceId, id, path, expectStatus } = await scene();
  await server.services.whatsapp.report(id, [imageFrom('early', { isHistory: true }), imageFrom('new')]);
  const { data } = await expectStatus(200, 'GET', `${path}/messages`);
  const fileOf = (providerId: string): string =>
    data.find((one: { provider_message_id: string }) => one.provider_message_id === providerId).content.media.media_id;
  const statusOf = async (providerId: string) =>
    (await expectStatus(200, 'GET', `${path}/media/${fileOf(providerId)}`)).status;

  await until(async () => (await statusOf('new')) !== 'pending');
  expect(await statusOf('early')).toBe('pending');
  const { secret } = await seedKey(workspaceId);
  const headers = { authorization: `Bearer ${secret}` };
  const content = await fetch(`${server.url}/api/v1${path}/media/${fileOf('early')}/content`, { headers });
  expect(content.status).toBe(200);
  expect(await statusOf('early')).toBe('ready');
});
