import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { publications } from '../../server/automation/schema/publications';
import { queries } from '../../server/db/database';
import { until } from '../support/process';
import { verificationResults } from '../webhooks/verify';
import { automationScenes, startAutomation } from './support';

const server = await startAutomation();
const scene = automationScenes(server);
afterAll(() => server.stop());

const to = (...ids: string[]) => [{ channel: 'webhook', to: ids }];
const content = { text: 'Version 2 is out.' };
const FAILS = () => new Response('No.', { status: 500 });

test('only the addressed webhook gets it, signed, with its payload', async () => {
  const place = await scene();
  const webhook = await place.webhook();
  const other = await place.webhook({ events: ['*'] });
  const { id } = await place.publish({
    content,
    targets: to(webhook.id),
    overrides: { webhook: { payload: { build: 42 } } },
    metadata: { team: 'support' },
  });
  await place.reaches(id, 'published');

  const [request] = webhook.receiver.requests;
  expect(webhook.receiver.requests).toHaveLength(1);
  expect(request && verificationResults(webhook.secret, request)).toEqual(['verified']);
  const event = JSON.parse(request?.body ?? '');
  const delivery = await place.delivery(id);
  expect(event).toMatchObject({
    type: 'automation.publication.pushed',
    data: {
      publication_id: id,
      delivery_id: delivery.id,
      content: { text: content.text },
      payload: { build: 42 },
      metadata: { team: 'support' },
    },
  });
  expect(delivery).toMatchObject({ status: 'delivered', channel: 'webhook', instance_id: null, to: webhook.id });
  expect(delivery.parts[0]?.reference).toMatch(/^dlv_/);
  const log = await place.expectStatus(200, 'GET', `/webhook-deliveries/${delivery.parts[0]?.reference}`);
  expect(log.status).toBe('succeeded');

  await place.settle();
  const types = other.receiver.requests.map(({ body }) => JSON.parse(body).type);
  expect(types).toContain('automation.publication.published');
  expect(types).not.toContain('automation.publication.pushed');
});

test('while the receiver is down the delivery waits, and it is delivered once it is back', async () => {
  const place = await scene();
  const webhook = await place.webhook({ retry: { delays_seconds: [1] } });
  webhook.state.answer = FAILS;
  const { id } = await place.publish({ content, targets: to(webhook.id) });
  await until(async () => (await place.delivery(id)).status === 'waiting');
  expect(await place.delivery(id)).toMatchObject({ wait_reason: 'retry', next_attempt_at: null });
  expect((await place.publication(id)).counters).toMatchObject({ waiting: 1 });

  webhook.state.answer = () => new Response('ok');
  await place.reaches(id, 'published');
  expect(await place.delivery(id)).toMatchObject({ status: 'delivered', wait_reason: null });
  expect(webhook.receiver.requests).toHaveLength(2);
});

test('a receiver that never accepts it fails the delivery, and a manual retry sends the same one', async () => {
  const place = await scene();
  const webhook = await place.webhook();
  webhook.state.answer = FAILS;
  const { id } = await place.publish({ content, targets: to(webhook.id) });
  await place.reaches(id, 'failed');
  const failed = await place.delivery(id);
  expect(failed).toMatchObject({ status: 'failed', error: { provider: { http_status: 500 } } });

  webhook.state.answer = () => new Response('ok');
  await place.expectStatus(202, 'POST', `/publications/${id}/retry`);
  await place.reaches(id, 'published');
  const { parts } = await place.delivery(id);
  expect(parts[0]?.reference).toBe(failed.parts[0]?.reference ?? '');
  const ids = webhook.receiver.requests.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(1);
});

test('a webhook that is disabled fails, at once or while it waits', async () => {
  const place = await scene();
  const webhook = await place.webhook({ retry: { delays_seconds: [600] } });
  webhook.state.answer = FAILS;
  const waiting = await place.publish({ content, targets: to(webhook.id) });
  await until(async () => (await place.delivery(waiting.id)).status === 'waiting');
  await place.expectStatus(200, 'POST', `/webhooks/${webhook.id}/disable`);
  await place.reaches(waiting.id, 'failed');

  const { id } = await place.publish({ content, targets: to(webhook.id) });
  await place.reaches(id, 'failed');
  expect(await place.delivery(id)).toMatchObject({ status: 'failed', error: { code: 'webhook_disabled' } });
  expect(webhook.receiver.requests).toHaveLength(1);
});

test('a delivery of the log that is canceled there is canceled here', async () => {
  const place = await scene();
  const webhook = await place.webhook({ retry: { delays_seconds: [600] } });
  webhook.state.answer = FAILS;
  const { id } = await place.publish({ content, targets: to(webhook.id) });
  await until(async () => (await place.delivery(id)).status === 'waiting');
  const reference = (await place.delivery(id)).parts[0]?.reference;
  await place.expectStatus(200, 'POST', `/webhook-deliveries/${reference}/cancel`);
  expect(await place.delivery(id)).toMatchObject({ status: 'canceled' });
});

test('a delivery that waits at a paused webhook is withdrawn by a pause, and sent once after resuming', async () => {
  const place = await scene();
  const webhook = await place.webhook();
  await place.expectStatus(200, 'POST', `/webhooks/${webhook.id}/pause`);
  const { id } = await place.publish({ content, targets: to(webhook.id) });
  await until(async () => (await place.delivery(id)).status === 'sending');
  await place.expectStatus(202, 'POST', `/publications/${id}/pause`);
  expect(await place.delivery(id)).toMatchObject({ status: 'waiting', wait_reason: 'paused' });

  await place.expectStatus(200, 'POST', `/webhooks/${webhook.id}/enable`, { pending: 'send' });
  await place.settle();
  expect(webhook.receiver.requests).toHaveLength(0);
  await place.expectStatus(202, 'POST', `/publications/${id}/resume`);
  await place.reaches(id, 'published');
  expect(webhook.receiver.requests).toHaveLength(1);
});

test('a delivery that waits too long at a webhook expires, and does not arrive later', async () => {
  const place = await scene();
  const webhook = await place.webhook();
  await place.expectStatus(200, 'POST', `/webhooks/${webhook.id}/pause`);
  const { id } = await place.publish({ content, targets: to(webhook.id) });
  await until(async () => (await place.delivery(id)).status === 'sending');
  const db = queries(server.services.store);
  await db
    .update(publications)
    .set({ expiresAt: new Date(0) })
    .where(eq(publications.id, id));
  server.services.automation.publisher.wake();
  await place.reaches(id, 'expired');

  await place.expectStatus(200, 'POST', `/webhooks/${webhook.id}/enable`, { pending: 'send' });
  await place.settle();
  expect(webhook.receiver.requests).toHaveLength(0);
});

test('a publication that was paused while its delivery waited expires', async () => {
  const place = await scene();
  const webhook = await place.webhook();
  await place.expectStatus(200, 'POST', `/webhooks/${webhook.id}/pause`);
  const { id } = await place.publish({ content, targets: to(webhook.id) });
  await until(async () => (await place.delivery(id)).status === 'sending');
  await place.expectStatus(202, 'POST', `/publications/${id}/pause`);
  await queries(server.services.store)
    .update(publications)
    .set({ expiresAt: new Date(0) })
    .where(eq(publications.id, id));
  server.services.automation.publisher.wake();
  await place.reaches(id, 'expired');
  expect(await place.delivery(id)).toMatchObject({ status: 'expired', parts: [{ status: 'expired' }] });
});

test('a webhook of another workspace, or that a narrowed key does not see, is unknown', async () => {
  const [place, other] = [await scene(), await scene()];
  const foreign = await other.webhook();
  const refused = await place.call('POST', '/publications', { content, targets: to(foreign.id) });
  expect(refused).toMatchObject({ status: 422, body: { code: 'related_not_found' } });
  expect(refused.body.errors[0].pointer).toBe('/targets/0/to/0');

  const own = await place.webhook();
  const instance = await place.instance();
  const narrow = await place.keyOf({ resources: { whatsapp_instances: [instance.id] } });
  expect((await narrow('POST', '/publications', { content, targets: to(own.id) })).status).toBe(422);
  const reading = await place.keyOf({ scopes: ['automation.publications:read'] });
  expect((await reading('POST', '/publications', { content, targets: to(own.id) })).body).toMatchObject({
    code: 'insufficient_scope',
  });
});
