import { afterAll, expect, test } from 'bun:test';

import { automationScenes, numbers, startAutomation, textTo } from './support';

/** Two processes on one database, as far as one process can be two. */
const servers = [await startAutomation(), await startAutomation()] as const;
const scene = automationScenes(servers[0]);
afterAll(async () => {
  for (const server of servers) await server.stop();
});

test('two processes that publish from one database hand nothing over twice', async () => {
  const place = await scene();
  const instance = await place.instance();
  const webhooks = [await place.webhook(), await place.webhook()];
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      place.publish({
        ...textTo(instance.id, numbers(12)),
        content: { text: `Number ${index}` },
        targets: [
          { channel: 'whatsapp', instance_id: instance.id, to: numbers(12) },
          { channel: 'webhook', to: webhooks.map(({ id }) => id) },
        ],
      }),
    ),
  );
  for (const { id } of made) await place.reaches(id, 'published');

  const messages = await place.messages();
  expect(messages).toHaveLength(120);
  expect(new Set(messages.map(({ publicationDeliveryId }) => publicationDeliveryId)).size).toBe(120);
  for (const { receiver } of webhooks) {
    const ids = receiver.requests.map(({ body }) => JSON.parse(body).data.delivery_id);
    expect(ids).toHaveLength(10);
    expect(new Set(ids).size).toBe(10);
  }
  for (const { id } of made) expect((await place.publication(id)).counters.total).toBe(14);
});
