import { afterAll, describe, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { memberOf } from '../support/people';
import { seedKey, seedWorkspace } from '../support/seed';
import { openStream } from '../support/stream';
import { startWebhookServer, type WebhookScene } from './support';

const webhookServer = await startWebhookServer();
afterAll(() => webhookServer.stop());

const NARROW = ['events:read', 'webhooks:write', 'links:read'] as const;
const typesOf = (events: { type: string }[]) => events.map(({ type }) => type);
const aboutOf = (events: { data: { id: string } }[]) => [...new Set(events.map(({ data }) => data.id))];

/** A webhook that the narrow key may see, and one that gets what the key does not read; both are renamed. */
async function twoWebhooks(scene: WebhookScene) {
  const narrow = await seedKey(
    scene.workspaceId,
    { kind: 'lk', scopes: [...NARROW] },
    webhookServer.testDatabase.database,
  );
  const call = await scene.keyOf({ kind: 'lk', scopes: [...NARROW] });
  const hidden = await scene.webhook({ url: `${scene.receiver.url}/hidden`, events: ['api_key.*'] });
  const open = await scene.webhook({ url: `${scene.receiver.url}/open`, events: ['link.created'] });
  expect((await call('GET', `/webhooks/${hidden.id}`)).status).toBe(404);
  expect((await call('GET', `/webhooks/${open.id}`)).status).toBe(200);
  const rename = async (name: string) => {
    for (const { id } of [hidden, open]) await scene.call('PATCH', `/webhooks/${id}`, { name });
    await webhookServer.settled();
  };
  return { call, secret: narrow.secret, hidden, open, rename };
}

describe('an event about a webhook that a key may not see', () => {
  test('is in no list and is not found by its id', async () => {
    await using scene = await webhookServer.scene();
    const { call, hidden, open, rename } = await twoWebhooks(scene);
    await rename('Renamed');
    const all = (await scene.get('/events?type=webhook.*')).data;
    expect(aboutOf(all).toSorted()).toEqual([String(hidden.id), String(open.id)].toSorted());

    const list = await call('GET', '/events?type=webhook.*');
    expect(aboutOf(list.body.data)).toEqual([open.id]);
    expect(JSON.stringify(list.body)).not.toContain('/hidden');
    expect((await call('GET', `/events?object_id=${hidden.id}`)).body.data).toEqual([]);
    for (const { id, data } of all) {
      expect((await call('GET', `/events/${id}`)).status).toBe(data.id === open.id ? 200 : 404);
    }
  });

  test('is in no stream, live or from the log', async () => {
    await using scene = await webhookServer.scene();
    const { secret, open, rename } = await twoWebhooks(scene);
    await using stream = await openStream(webhookServer.url, secret, {}, 'after_sequence=0');
    await rename('Renamed');
    await rename('Again');
    const received = [await stream.next(), await stream.next(), await stream.next()].map(({ data }) =>
      JSON.parse(data),
    );
    expect([typesOf(received), aboutOf(received)]).toEqual([
      ['webhook.created', 'webhook.updated', 'webhook.updated'],
      [open.id],
    ]);
  });

  test('is not sent to a webhook of that key, nor replayed to it', async () => {
    await using scene = await webhookServer.scene();
    const { call, open, rename } = await twoWebhooks(scene);
    const own = (await call('POST', '/webhooks', { url: scene.receiver.url, events: ['webhook.*'] })).body;
    await rename('Renamed');
    const deliveries = (await call('GET', `/webhook-deliveries?webhook_id=${own.id}`)).body.data;
    expect(typesOf(deliveries.map((one: { event_type: string }) => ({ type: one.event_type })))).toEqual([
      'webhook.updated',
    ]);
    expect(scene.receiver.requests.map(({ body }) => JSON.parse(body).data.id)).toEqual([open.id]);

    const replay = { webhook_id: own.id, mode: 'all', after_sequence: 0, dry_run: true };
    // Of the open one: created and updated; an event about itself it never gets.
    expect((await call('POST', '/webhook-replays', replay)).body.count).toBe(2);
  });

  test('is not shown in a delivery to a webhook that may receive it', async () => {
    await using scene = await webhookServer.scene();
    const { call, hidden, open, rename } = await twoWebhooks(scene);
    const shared = await scene.webhook({ events: ['webhook.*'] });
    await rename('Renamed');
    const sent: { id: string; event_id: string }[] = await scene.find(`webhook_id=${shared.id}`);
    expect(sent).toHaveLength(2);

    const seen = (await call('GET', `/webhook-deliveries?webhook_id=${shared.id}`)).body.data;
    expect(seen).toHaveLength(1);
    for (const { id, event_id } of sent) {
      const about = (await scene.get(`/events/${event_id}`)).data.id;
      const answer = await call('GET', `/webhook-deliveries/${id}`);
      expect([answer.status, about]).toEqual(about === open.id ? [200, open.id] : [404, hidden.id]);
      if (about === hidden.id) {
        expect((await call('GET', `/webhook-deliveries/${id}/attempts`)).status).toBe(404);
        expect((await call('POST', `/webhook-deliveries/${id}/resend`)).status).toBe(404);
      }
    }
  });

  test('does not reach a person whose role may not read it', async () => {
    const server = await startServer();
    try {
      const workspaceId = await seedWorkspace();
      const call = restClient(server.url, (await seedKey(workspaceId)).secret);
      const create = (name: string, events: string[]) =>
        call('POST', '/webhooks', { url: `https://hooks.example.com/${name}`, events });
      const hidden = (await create('hidden', ['api_key.*'])).body;
      const open = (await create('open', ['member.*'])).body;
      const { rpc } = await memberOf(server, workspaceId, 'viewer');
      const { data } = await rpc.events.list.query({ type: ['webhook.*'] });
      expect(aboutOf(data as unknown as { data: { id: string } }[])).toEqual([open.id]);
      expect(JSON.stringify(data)).not.toContain(hidden.id);
    } finally {
      await server.stop();
    }
  });
});

describe('events filtered by webhook', () => {
  test('are those it would receive, by its types and its creator’s permissions', async () => {
    await using scene = await webhookServer.scene();
    const webhook = await scene.webhook({ events: ['api_key.*', 'webhook.updated'] });
    const other = await scene.webhook({ events: [] });
    await scene.act(200, `/webhooks/${webhook.id}/disable`);
    const { sequence } = (await scene.get('/events?limit=1')).data[0];
    const made = await scene.happen();
    await scene.call('PATCH', `/webhooks/${webhook.id}`, { name: 'It is not told of itself' });
    await scene.call('PATCH', `/webhooks/${other.id}`, { name: 'Told' });
    await scene.call('PATCH', `/workspaces/${scene.workspaceId}`, { name: 'Not asked for' });

    const missed = (await scene.get(`/events?webhook_id=${webhook.id}&after_sequence=${sequence}`)).data;
    expect(missed.map(({ type, data }: { type: string; data: { id: string } }) => [type, data.id])).toEqual([
      ['api_key.created', (await scene.get(`/events/${made.id}`)).data.id],
      ['webhook.updated', other.id],
    ]);
  });

  test('are paged, and narrowed by other filters', async () => {
    await using scene = await webhookServer.scene();
    const webhook = await scene.webhook();
    const made = [await scene.happen(), await scene.happen(), await scene.happen()].map(({ id }) => id);
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const page = await scene.get(`/events?webhook_id=${webhook.id}&limit=1&sort=created_at${cursor}`);
      seen.push(...page.data.map(({ id }: { id: string }) => id));
      if (!page.has_more) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(seen).toEqual(made);
    expect((await scene.get(`/events?webhook_id=${webhook.id}&type=api_key.revoked`)).data).toEqual([]);
  });

  test('are refused for a webhook that the caller may not see, like an unknown one', async () => {
    await using scene = await webhookServer.scene();
    await using theirs = await webhookServer.scene();
    const { call, hidden } = await twoWebhooks(scene);
    const foreign = await theirs.webhook();
    for (const id of [hidden.id, foreign.id, 'whk_01jd9x3k2mf8v9q4zt7w5b6n0c']) {
      const { status, body } = await call('GET', `/events?webhook_id=${id}`);
      expect([status, body.code, body.errors]).toMatchObject([
        422,
        'related_not_found',
        [{ in: 'query', pointer: '/webhook_id' }],
      ]);
    }
  });
});
