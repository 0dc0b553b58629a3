import { afterAll, describe, expect, test } from 'bun:test';

import { EVENT_TYPES, EVENTS } from '../../shared/events/events';
import { holdLimits } from '../support/still-limits';
import { accept, refuse, startWebhookServer } from './support';
import { verificationResults } from './verify';

const webhookServer = await startWebhookServer();
holdLimits(webhookServer);
afterAll(() => webhookServer.stop());

const idsOf = (found: { id: string }[]) => found.map(({ id }) => id);

describe('a resend', () => {
  test('is one request under the same id, in every state of the webhook, and completes its delivery', async () => {
    await using scene = await webhookServer.scene();
    const webhook = await scene.webhook();
    scene.reply(refuse);
    const event = await scene.happen();
    const original = await scene.deliveryOf(event.id);
    const resend = () => scene.act(202, `/webhook-deliveries/${original.id}/resend`);
    const health = () => scene.get(`/webhooks/${webhook.id}/health`);
    const before = await health();
    const failed = await resend();
    expect(failed).toMatchObject({ trigger: 'resend', resend_of: original.id, event_id: event.id, max_attempts: 1 });
    expect(await scene.read(failed.id)).toMatchObject({ status: 'exhausted', attempt_count: 1 });
    expect(await scene.read(original.id)).toMatchObject({ status: 'exhausted', attempt_count: 1 });

    scene.reply(accept);
    for (const verb of ['pause', 'disable']) {
      await scene.act(200, `/webhooks/${webhook.id}/${verb}`);
      expect(await scene.read((await resend()).id)).toMatchObject({ status: 'succeeded', attempt_count: 1 });
    }
    expect(await scene.read(original.id)).toMatchObject({ status: 'succeeded', attempt_count: 1 });
    expect(scene.receivedIds()).toEqual(Array(4).fill(event.id));
    expect(await health()).toEqual(before);
    expect(scene.receiver.requests.map(({ headers }) => headers['switchboard-trigger'])).toEqual([
      'event',
      'resend',
      'resend',
      'resend',
    ]);
  });

  test('is refused for a test, whose event is not stored, and for a deleted webhook', async () => {
    await using scene = await webhookServer.scene();
    const webhook = await scene.webhook();
    const { delivery } = await scene.act(200, `/webhooks/${webhook.id}/test`, {});
    const done = await scene.deliveryOf((await scene.happen()).id);
    expect(await scene.refusal(`/webhook-deliveries/${delivery.id}/resend`)).toEqual([409, 'invalid_state']);
    await scene.call('DELETE', `/webhooks/${webhook.id}`);
    expect(await scene.refusal(`/webhook-deliveries/${done.id}/resend`)).toEqual([409, 'invalid_state']);
  });
});

describe('a test event', () => {
  test('of every type of the catalogue is its example, signed, with no number', async () => {
    await using scene = await webhookServer.scene();
    let webhook = { id: '', secret: '' };
    for (const [index, type] of EVENT_TYPES.entries()) {
      // Each webhook is tested ten times a minute.
      if (index % 10 === 0) webhook = await scene.webhook({ events: [] });
      const { delivery, attempt } = await scene.act(200, `/webhooks/${webhook.id}/test`, { event_type: type });
      expect([type, delivery.status, attempt.code]).toEqual([type, 'succeeded', 'ok']);
      const { headers, body } = scene.receiver.requests.at(-1) ?? { headers: {}, body: '' };
      expect(verificationResults(webhook.secret, { headers, body })).toEqual(['verified']);
      const event = JSON.parse(body) as Record<string, unknown>;
      expect(event).toMatchObject({ id: delivery.event_id, type, sequence: 0, workspace_id: scene.workspaceId });
      expect(EVENTS[type].data.safeParse(event['data']).error).toBeUndefined();
      expect((await scene.read(delivery.id)).payload).toEqual(event);
    }
    expect((await scene.get('/events?type=webhook.tested')).data).toEqual([]);
  });

  test('returns its result, at most ten times a minute, and leaves the health unchanged', async () => {
    await using scene = await webhookServer.scene();
    const webhook = await scene.webhook();
    const [health, { version }] = [
      await scene.get(`/webhooks/${webhook.id}/health`),
      await scene.get(`/webhooks/${webhook.id}`),
    ];
    scene.reply(refuse);
    for (let sent = 0; sent < 10; sent += 1) {
      const { delivery, attempt } = await scene.act(200, `/webhooks/${webhook.id}/test`, {});
      expect(delivery).toMatchObject({ status: 'exhausted', trigger: 'test', attempt_count: 1, max_attempts: 1 });
      expect(attempt).toMatchObject({ code: 'http_status', http_status: 500, response: { body: 'No.' } });
    }
    const { status, headers, body } = await scene.call('POST', `/webhooks/${webhook.id}/test`, {});
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await scene.get(`/webhooks/${webhook.id}/health`)).toEqual(health);
    expect((await scene.get(`/webhooks/${webhook.id}`)).version).toBe(version);
  });

  test.each(['pause', 'disable'])('is sent after %s too', async (verb) => {
    await using scene = await webhookServer.scene();
    const webhook = await scene.webhook();
    await scene.act(200, `/webhooks/${webhook.id}/${verb}`);
    const { delivery } = await scene.act(200, `/webhooks/${webhook.id}/test`, {});
    expect([delivery.status, scene.receivedIds()]).toEqual(['succeeded', [delivery.event_id]]);
  });
});

describe('isolation', () => {
  const verbs = ['retry', 'resend', 'cancel'];

  test('a key without the scope of an event sees neither its deliveries nor their bodies', async () => {
    await using scene = await webhookServer.scene();
    const subscribed = await scene.webhook();
    const open = await scene.webhook({ events: [] });
    const delivered = await scene.deliveryOf((await scene.happen()).id);
    const { delivery: tested } = await scene.act(200, `/webhooks/${open.id}/test`, { event_type: 'api_key.created' });
    const { delivery: greeted } = await scene.act(200, `/webhooks/${open.id}/test`, {});

    const call = await scene.keyOf({ kind: 'lk', scopes: ['webhooks:write', 'links:read', 'models:read'] });
    expect((await call('GET', `/webhooks/${open.id}`)).status).toBe(200);
    expect(idsOf((await call('GET', '/webhook-deliveries')).body.data)).toEqual([greeted.id]);
    for (const query of [`webhook_id=${subscribed.id}`, `event_id=${delivered.event_id}`, 'event_type=api_key.*']) {
      expect([query, (await call('GET', `/webhook-deliveries?${query}`)).body.data]).toEqual([query, []]);
    }
    for (const { id } of [delivered, tested]) {
      for (const path of ['', '/attempts']) {
        expect((await call('GET', `/webhook-deliveries/${id}${path}`)).status).toBe(404);
      }
      for (const verb of verbs) expect((await call('POST', `/webhook-deliveries/${id}/${verb}`)).status).toBe(404);
    }
    const many = await call('POST', '/webhook-deliveries/retry', { delivery_ids: [delivered.id] });
    expect(many.body.skipped).toMatchObject([{ delivery_id: delivered.id, code: 'not_found' }]);
  });

  test('a read-only key changes nothing', async () => {
    await using scene = await webhookServer.scene();
    await scene.webhook();
    const { id } = await scene.deliveryOf((await scene.happen()).id);
    const call = await scene.keyOf({ scopes: ['webhooks:read', 'keys:read'] });
    expect((await call('GET', `/webhook-deliveries/${id}`)).status).toBe(200);
    for (const verb of verbs) {
      expect((await call('POST', `/webhook-deliveries/${id}/${verb}`)).body.code).toBe('insufficient_scope');
    }
  });

  test('another workspace sees nothing', async () => {
    await using mine = await webhookServer.scene();
    await using theirs = await webhookServer.scene();
    await theirs.webhook();
    const { id, event_id, webhook_id } = await theirs.deliveryOf((await theirs.happen()).id);
    for (const query of ['', `webhook_id=${webhook_id}`, `event_id=${event_id}`]) {
      expect(await mine.find(query)).toEqual([]);
    }
    for (const path of ['', '/attempts']) {
      expect((await mine.call('GET', `/webhook-deliveries/${id}${path}`)).status).toBe(404);
    }
    for (const verb of verbs)
      expect(await mine.refusal(`/webhook-deliveries/${id}/${verb}`)).toEqual([404, 'not_found']);
  });
});
