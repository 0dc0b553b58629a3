import { afterAll, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { personNo, publicationScenes } from './publication-scenes';

const server = await startServer();
await server.services.automation.publisher.stop();
afterAll(() => server.stop());
const scene = publicationScenes(server);

test('what a publication pushes to a webhook is not there for a key that does not see the publication', async () => {
  const place = await scene();
  const webhook = await place.webhook();
  const others = await place.instance();
  const narrow = await place.keyOf({ fullAccess: true, resources: { whatsapp_instances: [place.instanceId] } });
  const publish = (instanceId: string) =>
    place.create({
      targets: [
        { channel: 'whatsapp', instance_id: instanceId, to: [personNo(1)] },
        { channel: 'webhook', to: [webhook] },
      ],
    });
  const [own, hidden] = [await publish(place.instanceId), await publish(others)];
  for (const { id } of [own, hidden]) await place.put(id, { status: 'failed' }, { status: 'failed' });

  const seen = (await narrow('GET', '/publication-deliveries?limit=100')).body.data;
  expect(seen.map((one: { publication_id: string }) => one.publication_id)).toEqual([own.id, own.id]);
  for (const { id } of await place.deliveries(hidden.id)) {
    const at = `/publication-deliveries/${id}`;
    expect((await narrow('GET', at)).status).toBe(404);
    expect((await narrow('POST', `${at}/retry`, {})).status).toBe(404);
    expect((await narrow('POST', `${at}/resolve`, { outcome: 'sent' })).status).toBe(404);
  }
  const many = await narrow('POST', '/publication-deliveries/retry', { channel: ['webhook'] });
  expect(many.body).toMatchObject({ matched: 1, queued: 1 });
  expect((await place.get(hidden.id)).status).toBe('failed');
  expect((await place.get(own.id)).status).toBe('publishing');
});
