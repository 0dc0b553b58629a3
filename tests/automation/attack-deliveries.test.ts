import { afterAll, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { personNo, publicationScenes } from './publication-scenes';

const server = await startServer();
await server.services.automation.publisher.stop();
afterAll(() => server.stop());
const scene = publicationScenes(server);

test('a delivery of a publication to a webhook is hidden from a key that may not see the publication', async () => {
  const place = await scene();
  const others = await place.instance();
  const narrow = await place.keyOf({ fullAccess: true, resources: { whatsapp_instances: [place.instanceId] } });
  const made = await narrow('POST', '/webhooks', { url: 'https://hooks.example.com/own', events: [] });
  const [webhook, wide] = [made.body.id, await place.webhook()];
  const publish = (instanceId: string, to: string) =>
    place.create({
      targets: [
        { channel: 'whatsapp', instance_id: instanceId, to: [personNo(1)] },
        { channel: 'webhook', to: [to] },
      ],
    });
  const own = await publish(place.instanceId, webhook);
  const [hidden, mixed] = [await publish(others, webhook), await publish(place.instanceId, wide)];
  for (const { id } of [own, hidden, mixed]) await place.put(id, { status: 'failed' }, { status: 'failed' });

  // Of publications that also go to a webhook with more access, it sees only the deliveries of its own instance.
  const seen = (await narrow('GET', '/publication-deliveries?limit=100')).body.data;
  const named = (one: { publication_id: string; channel: string }) => `${one.channel} ${one.publication_id}`;
  expect(seen.map(named).toSorted()).toEqual(
    [`webhook ${own.id}`, `whatsapp ${own.id}`, `whatsapp ${mixed.id}`].toSorted(),
  );
  expect((await narrow('GET', `/publications/${mixed.id}`)).status).toBe(404);
  for (const { id } of await place.deliveries(hidden.id)) {
    const at = `/publication-deliveries/${id}`;
    expect((await narrow('GET', at)).status).toBe(404);
    expect((await narrow('POST', `${at}/retry`, {})).status).toBe(404);
    expect((await narrow('POST', `${at}/resolve`, { outcome: 'sent' })).status).toBe(404);
  }
  const many = await narrow('POST', '/publication-deliveries/retry', { channel: ['webhook'] });
  expect(many.body).toMatchObject({ matched_count: 1, queued_count: 1 });
  expect((await place.get(hidden.id)).status).toBe('failed');
  expect((await place.get(own.id)).status).toBe('publishing');
});
