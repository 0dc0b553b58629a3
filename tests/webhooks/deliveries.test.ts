import { afterAll, describe, expect, test } from 'bun:test';

import { newId } from '../../shared/ids';
import type { Delivery } from '../../shared/webhooks/deliveries';
import { openBrowser } from '../support/browser';
import { restClient } from '../support/client';
import { textOfTables } from '../support/dump';
import { seedKey } from '../support/seed';
import { accept, refuse, startWebhookServer } from './support';

const webhookServer = await startWebhookServer();
afterAll(() => webhookServer.stop());

const idsOf = (found: { id: string }[]) => found.map(({ id }) => id);

describe('the list', () => {
  test('is narrowed by each filter, newest first', async () => {
    await using scene = await webhookServer.scene();
    const [keys, all] = [await scene.webhook(), await scene.webhook({ events: ['*'] })];
    const good = await scene.happen();
    scene.reply(refuse);
    const bad = await scene.happen();
    scene.reply(accept);
    await scene.call('PATCH', `/workspaces/${scene.workspaceId}`, { name: 'Renamed' });
    await scene.act(200, `/webhooks/${keys.id}/test`, {});
    await webhookServer.settled();

    const every: Delivery[] = await scene.find('limit=100');
    expect(every.map(({ event_type, trigger, status }) => `${trigger} ${event_type} ${status}`)).toEqual([
      'test webhook.tested succeeded',
      'event workspace.updated succeeded',
      ...Array(2).fill('event api_key.created exhausted'),
      ...Array(2).fill('event api_key.created succeeded'),
      // The second webhook was made while the first was there; `*` gets events of others, never of itself.
      ...every.slice(6).map(() => expect.anything()),
    ]);
    const ids = async (query: string) => idsOf(await scene.find(query));
    const where = (holds: (one: Delivery) => boolean) => idsOf(every.filter(holds));
    expect(await ids(`webhook_id=${all.id}`)).toEqual(where((one) => one.webhook_id === all.id));
    expect(await ids(`event_id=${good.id}`)).toEqual(where((one) => one.event_id === good.id));
    expect(await ids(`request_id=${bad.requestId}`)).toEqual(where((one) => one.event_id === bad.id));
    expect(await ids('status=exhausted')).toEqual(where((one) => one.event_id === bad.id));
    expect(await ids('status=exhausted,succeeded')).toEqual(idsOf(every));
    expect(await ids('trigger=test')).toEqual(where((one) => one.trigger === 'test'));
    expect(await ids('event_type=workspace.*')).toEqual(where((one) => one.event_type === 'workspace.updated'));
    expect(await ids('event_type=api_key.created')).toEqual(where((one) => one.event_type === 'api_key.created'));
    expect(await ids('event_type=api_key.revoked')).toEqual([]);
    const [at] = every.filter((one) => one.event_id === bad.id).map((one) => one.created_at);
    expect(await ids(`created_after=${at}`)).toEqual(where((one) => one.created_at > (at ?? '')));
    expect(await ids(`created_before=${at}`)).toEqual(where((one) => one.created_at < (at ?? '')));
    expect(await ids(`event_id=${newId('evt')}`)).toEqual([]);
    for (const query of ['status=lost', 'trigger=luck', 'event_type=Api', 'created_after=soon', 'webhook_id=x']) {
      expect([query, (await scene.call('GET', `/webhook-deliveries?${query}`)).status]).toEqual([query, 400]);
    }
  });

  test('is paged to its end, of one webhook and of all', async () => {
    await using scene = await webhookServer.scene();
    const [first] = [await scene.webhook(), await scene.webhook()];
    for (let made = 0; made < 3; made += 1) await scene.happen();
    for (const query of ['', `webhook_id=${first.id}&`]) {
      const whole = idsOf(await scene.find(`${query}limit=100`));
      expect(whole).toHaveLength(query === '' ? 6 : 3);
      const found: string[] = [];
      for (let cursor = ''; ;) {
        const page = await scene.get(`/webhook-deliveries?${query}limit=2${cursor}`);
        found.push(...idsOf(page.data));
        if (!page.has_more) break;
        cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
      }
      expect(found).toEqual(whole);
    }
    const { next_cursor } = await scene.get('/webhook-deliveries?limit=1');
    const other = await scene.call('GET', `/webhook-deliveries?status=succeeded&cursor=${next_cursor}`);
    expect([other.status, other.body.code]).toEqual([400, 'invalid_cursor']);
  });
});

describe('one delivery', () => {
  test('has the event as it was sent, and its requests with their responses', async () => {
    await using scene = await webhookServer.scene();
    const headers = { authorization: 'Bearer hidden-value', 'x-team': 'hidden-too' };
    const webhook = await scene.webhook({ headers });
    const event = await scene.happen();
    const delivery = await scene.deliveryOf(event.id);
    const detail = await scene.read(delivery.id);
    const sent = scene.receiver.requests[0];
    expect(detail).toMatchObject({
      webhook_id: webhook.id,
      event_id: event.id,
      sequence: event.sequence,
      event_type: 'api_key.created',
      status: 'succeeded',
      trigger: 'event',
      attempt_count: 1,
      max_attempts: 1,
      next_attempt_at: null,
      wait_reason: null,
      last_attempt: { number: 1, code: 'ok', http_status: 200 },
      body_text: null,
    });
    expect(detail.payload).toEqual(await scene.get(`/events/${event.id}`));
    expect(detail.payload).toEqual(JSON.parse(sent?.body ?? ''));
    expect(sent?.headers).toMatchObject(headers);

    const { data } = await scene.get(`/webhook-deliveries/${delivery.id}/attempts`);
    expect(data).toMatchObject([
      {
        number: 1,
        code: 'ok',
        http_status: 200,
        remote_ip: '127.0.0.1',
        request: {
          url: scene.receiver.url,
          headers: { 'webhook-id': event.id, authorization: '••••', 'x-team': '••••' },
        },
        response: { body: 'ok', body_bytes: 2, truncated: false, incomplete: false, withheld: false },
      },
    ]);
    const everything = [JSON.stringify(data), await textOfTables(webhookServer.testDatabase.url)].join();
    for (const hidden of ['hidden-value', 'hidden-too', 'private-cookie', webhook.secret.slice(6)]) {
      expect([hidden, everything.includes(hidden)]).toEqual([hidden, false]);
    }
  });

  test('has its attempts in pages', async () => {
    await using scene = await webhookServer.scene();
    await scene.webhook();
    scene.reply(refuse);
    const { id } = await scene.deliveryOf((await scene.happen()).id);
    for (let again = 0; again < 2; again += 1) await scene.act(202, `/webhook-deliveries/${id}/retry`);
    const numbers: number[] = [];
    for (let cursor = ''; ;) {
      const page = await scene.get(`/webhook-deliveries/${id}/attempts?limit=2${cursor}`);
      numbers.push(...page.data.map(({ number }: { number: number }) => number));
      if (!page.has_more) break;
      cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
    expect(numbers).toEqual([1, 2, 3]);
  });

  test('shows the signed bytes as text to people, not to keys', async () => {
    const browser = openBrowser(webhookServer.url);
    const account = { email: 'ada@example.com', password: 'four words by chance', name: 'Ada', workspace_name: 'A' };
    const { data } = await browser.mutate('auth.setup', account);
    const headers = { 'x-workspace-id': data.workspace.id };
    const act = (name: string, input: object) => browser.mutate(name, input, { headers });
    await act('webhooks.create', { url: 'switchboard://inbox', events: ['api_key.*'] });
    const made = await act('keys.create', { kind: 'lk', name: 'Made', scopes: ['links:read'] });
    await webhookServer.settled();
    const [delivery] = (await browser.query('webhooks.deliveries.list', {}, { headers })).data.data;
    const seen = await browser.query('webhooks.deliveries.get', { delivery_id: delivery.id }, { headers });
    expect(JSON.parse(seen.data.body_text)).toEqual(seen.data.payload);
    expect(seen.data.payload).toMatchObject({ type: 'api_key.created', data: { id: made.data.id } });

    const key = await seedKey(data.workspace.id, { fullAccess: true }, webhookServer.testDatabase.database);
    const { body } = await restClient(webhookServer.url, key.secret)('GET', `/webhook-deliveries/${delivery.id}`);
    expect([body.body_text, body.payload]).toEqual([null, seen.data.payload]);
  });
});

describe('a retry', () => {
  test('of a pending delivery sends it now', async () => {
    await using scene = await webhookServer.scene();
    await scene.webhook({ retry: { delays_seconds: [86_400] } });
    scene.reply(refuse);
    const { id, ...waiting } = await scene.deliveryOf((await scene.happen()).id);
    expect(waiting).toMatchObject({ status: 'pending', wait_reason: 'schedule', attempt_count: 1, max_attempts: 2 });
    expect(new Date(waiting.next_attempt_at ?? 0).getTime()).toBeGreaterThan(Date.now() + 80_000_000);
    scene.reply(accept);
    await scene.act(202, `/webhook-deliveries/${id}/retry`);
    expect(await scene.read(id)).toMatchObject({ status: 'succeeded', attempt_count: 2 });
  });

  test('of an exhausted or canceled delivery gives it new attempts, under the same ids', async () => {
    await using scene = await webhookServer.scene();
    const webhook = await scene.webhook({ retry: { delays_seconds: [86_400] } });
    await scene.call('PATCH', `/webhooks/${webhook.id}`, { retry: { preset: 'none' } });
    scene.reply(refuse);
    const event = await scene.happen();
    const exhausted = await scene.deliveryOf(event.id);
    expect(exhausted).toMatchObject({ status: 'exhausted', attempt_count: 1, completed_at: expect.any(String) });
    const again = await scene.act(202, `/webhook-deliveries/${exhausted.id}/retry`);
    expect(again).toMatchObject({ id: exhausted.id, status: 'pending', max_attempts: 2, completed_at: null });
    expect(await scene.read(exhausted.id)).toMatchObject({ status: 'exhausted', attempt_count: 2 });
    scene.reply(accept);
    await scene.act(202, `/webhook-deliveries/${exhausted.id}/retry`);
    expect(await scene.read(exhausted.id)).toMatchObject({ status: 'succeeded', attempt_count: 3, max_attempts: 3 });
    expect(scene.receivedIds()).toEqual([event.id, event.id, event.id]);

    await scene.act(200, `/webhooks/${webhook.id}/pause`);
    const { id } = await scene.deliveryOf((await scene.happen()).id);
    await scene.act(200, `/webhook-deliveries/${id}/cancel`);
    await scene.act(200, `/webhooks/${webhook.id}/enable`, {});
    expect(await scene.read(id)).toMatchObject({ status: 'canceled', cancel_reason: 'user', attempt_count: 0 });
    await scene.act(202, `/webhook-deliveries/${id}/retry`);
    expect(await scene.read(id)).toMatchObject({ status: 'succeeded', cancel_reason: null, attempt_count: 1 });
  });

  test('is refused for delivered ones, tests and resends, and a deleted webhook', async () => {
    await using scene = await webhookServer.scene();
    const webhook = await scene.webhook();
    const done = await scene.deliveryOf((await scene.happen()).id);
    scene.reply(refuse);
    const { delivery: tested } = await scene.act(200, `/webhooks/${webhook.id}/test`, {});
    const resent = await scene.act(202, `/webhook-deliveries/${done.id}/resend`);
    const exhausted = await scene.deliveryOf((await scene.happen()).id);
    await scene.call('DELETE', `/webhooks/${webhook.id}`);
    for (const { id } of [done, tested, resent, exhausted]) {
      expect(await scene.refusal(`/webhook-deliveries/${id}/retry`)).toEqual([409, 'invalid_state']);
    }
    expect(await scene.refusal(`/webhook-deliveries/${newId('dlv')}/retry`)).toEqual([404, 'not_found']);
  });

  test('of many reports those that cannot be retried, and takes each once', async () => {
    await using scene = await webhookServer.scene();
    await scene.webhook();
    const done = await scene.deliveryOf((await scene.happen()).id);
    scene.reply(refuse);
    const lost = [await scene.deliveryOf((await scene.happen()).id), await scene.deliveryOf((await scene.happen()).id)];
    scene.reply(accept);
    const unknown = newId('dlv');
    const before = scene.receivedIds().length;
    const delivery_ids = [...idsOf(lost), done.id, unknown, ...idsOf(lost)];
    const { retried, skipped } = await scene.act(202, '/webhook-deliveries/retry', { delivery_ids });
    expect(idsOf(retried)).toEqual(idsOf(lost));
    expect(skipped).toMatchObject([
      { delivery_id: done.id, code: 'invalid_state' },
      { delivery_id: unknown, code: 'not_found' },
    ]);
    expect(scene.receivedIds(before).toSorted()).toEqual(lost.map(({ event_id }) => event_id).toSorted());
    const many = Array.from({ length: 101 }, () => newId('dlv'));
    expect(await scene.refusal('/webhook-deliveries/retry', { delivery_ids: many })).toEqual([
      400,
      'validation_failed',
    ]);
    expect(await scene.refusal('/webhook-deliveries/retry', { delivery_ids: [] })).toEqual([400, 'validation_failed']);
  });
});

describe('a pending delivery', () => {
  test('is canceled once, and never sent', async () => {
    await using scene = await webhookServer.scene();
    const webhook = await scene.webhook();
    await scene.act(200, `/webhooks/${webhook.id}/pause`);
    const [one, other] = [
      await scene.deliveryOf((await scene.happen()).id),
      await scene.deliveryOf((await scene.happen()).id),
    ];
    expect(one).toMatchObject({ status: 'pending', wait_reason: 'paused', attempt_count: 0 });
    const canceled = await scene.act(200, `/webhook-deliveries/${one.id}/cancel`);
    expect(canceled).toMatchObject({
      status: 'canceled',
      cancel_reason: 'user',
      wait_reason: null,
      completed_at: expect.any(String),
    });
    expect(await scene.refusal(`/webhook-deliveries/${one.id}/cancel`)).toEqual([409, 'invalid_state']);
    await scene.act(200, `/webhooks/${webhook.id}/enable`, {});
    expect(scene.receivedIds()).toEqual([other.event_id]);
    expect(await scene.refusal(`/webhook-deliveries/${other.id}/cancel`)).toEqual([409, 'invalid_state']);
  });

  test('is canceled when its webhook is enabled without backlog, or deleted; the log is kept', async () => {
    await using scene = await webhookServer.scene();
    const webhook = await scene.webhook();
    await scene.act(200, `/webhooks/${webhook.id}/pause`);
    const first = await scene.deliveryOf((await scene.happen()).id);
    await scene.act(200, `/webhooks/${webhook.id}/enable`, { pending: 'cancel' });
    expect(await scene.read(first.id)).toMatchObject({ status: 'canceled', cancel_reason: 'user' });
    await scene.act(200, `/webhooks/${webhook.id}/pause`);
    const second = await scene.deliveryOf((await scene.happen()).id);
    await scene.call('DELETE', `/webhooks/${webhook.id}`);
    expect(await scene.read(second.id)).toMatchObject({ status: 'canceled', cancel_reason: 'webhook_deleted' });
    expect(await scene.find('limit=10')).toEqual([]);
    expect(idsOf(await scene.find(`webhook_id=${webhook.id}`))).toEqual([second.id, first.id]);
    expect(scene.receivedIds()).toEqual([]);
  });
});
