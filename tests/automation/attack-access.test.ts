import { afterAll, beforeAll, expect, test } from 'bun:test';

import { until } from '../support/process';
import { startReceiver } from '../webhooks/dispatcher/support';
import { inboundScenes, SAY } from './inbound-scenes';
import { startAutomation } from './support';

let server: Awaited<ReturnType<typeof startAutomation>>;
let scene: ReturnType<typeof inboundScenes>;

beforeAll(async () => {
  server = await startAutomation();
  scene = inboundScenes(server);
});
afterAll(() => server.stop());

type Call = Awaited<ReturnType<Awaited<ReturnType<typeof inboundScenes>>>>['call'];

/** Types of the events that a key reads, oldest first; each that it finds in the list it can also read alone. */
async function typesFor(call: Call, type: string): Promise<string[]> {
  const { data } = (await call('GET', `/events?sort=created_at&limit=100&type=${type}`)).body;
  for (const { id } of data) expect((await call('GET', `/events/${id}`)).status).toBe(200);
  return data.map((event: { type: string }) => event.type);
}

test('a narrowed key gets events of its own endpoints and their calls, and other narrowed keys do not', async () => {
  const { instance, keyOf, send, pathOf, events } = await scene();
  const [own, other] = [await instance(), await instance()];
  const narrow = await keyOf({ fullAccess: true, resources: { whatsapp_instances: [own.id] } });
  const both = await keyOf({ fullAccess: true, resources: { whatsapp_instances: [own.id, other.id] } });
  const foreign = await keyOf({ fullAccess: true, resources: { whatsapp_instances: [other.id] } });
  const receivers = [narrow, foreign].map((call) => {
    const receiver = startReceiver(() => new Response('ok'));
    return { call, receiver };
  });
  for (const { call, receiver } of receivers) {
    const body = { url: receiver.url, events: ['automation.inbound_request.*'] };
    expect((await call('POST', '/webhooks', body)).status).toBe(201);
  }

  const targets = [{ channel: 'whatsapp', instance_id: own.id, to: ['+15550100200'] }];
  const hook = (await narrow('POST', '/inbound-endpoints', { name: 'Mine', mapping: SAY, targets })).body;
  expect((await send(pathOf(hook), { body: { message: 'Hello' } })).status).toBe(202);
  expect((await send(pathOf(hook), { body: { message: '' } })).status).toBe(422);
  await narrow('PATCH', `/inbound-endpoints/${hook.id}`, { status: 'paused' });
  await narrow('DELETE', `/inbound-endpoints/${hook.id}`);

  const all = [
    'automation.endpoint.created',
    'automation.inbound_request.received',
    'automation.inbound_request.rejected',
    'automation.endpoint.updated',
    'automation.endpoint.deleted',
  ];
  const asked = 'automation.endpoint.*,automation.inbound_request.*';
  expect(await typesFor(narrow, asked)).toEqual(all);
  expect(await typesFor(both, asked)).toEqual(all);
  expect(await typesFor(foreign, asked)).toEqual([]);
  // The access rules of an event are not shown.
  const received = await events('automation.inbound_request.received');
  expect(JSON.stringify(received)).not.toContain('allowed');
  expect(Object.keys(received[0] ?? {})).not.toContain('requires');

  const [mine, theirs] = receivers.map(({ receiver }) => receiver.requests);
  await until(async () => mine?.length === 2, { everyMs: 5 });
  expect(theirs).toEqual([]);
});

test('deliveries to webhooks of wider callers are hidden from a key that is narrowed to instances', async () => {
  const place = await scene();
  const { instance, keyOf, call, webhook, targets, expectStatus } = place;
  const own = await instance();
  const narrow = await keyOf({ fullAccess: true, resources: { whatsapp_instances: [own.id] } });
  const body = { content: { text: 'For a few.' }, targets };
  const { id } = await expectStatus(202, 'POST', '/publications', body);
  await place.settle();
  await expectStatus(200, 'PATCH', `/webhooks/${webhook.id}`, { name: 'Ours' });

  const traffic = 'automation.publication.*,automation.publication.pushed,automation.publication_delivery.*';
  expect(await typesFor(call, traffic)).toContain('automation.publication.pushed');
  expect(await typesFor(call, traffic)).toContain('automation.publication_delivery.delivered');
  expect(await typesFor(narrow, traffic)).toEqual([]);
  expect(await typesFor(narrow, 'webhook.*')).toEqual([]);
  expect((await narrow('GET', '/publications')).body.data).toEqual([]);
  expect((await narrow('GET', '/publication-deliveries')).body.data).toEqual([]);
  expect((await narrow('GET', `/publications/${id}`)).status).toBe(404);

  const hook = (await narrow('POST', '/webhooks', { url: 'switchboard://inbox', events: ['webhook.updated'] })).body;
  const sent = await narrow('POST', '/publications', { ...body, targets: [{ channel: 'webhook', to: [hook.id] }] });
  expect(sent.status).toBe(202);
  await place.settle();
  expect((await narrow('GET', `/publications/${sent.body.id}`)).status).toBe(200);
  expect(await typesFor(narrow, traffic)).toContain('automation.publication.pushed');
  expect(await typesFor(narrow, 'webhook.*')).toEqual(['webhook.created']);
});
