import { afterAll, expect, test } from 'bun:test';

import { and, eq } from 'drizzle-orm';

import { publicationDeliveries, publications } from '../../server/automation/schema/publications';
import { queries } from '../../server/db/database';
import { waInstances } from '../../server/whatsapp/schema/instances';
import { until } from '../support/process';
import { inboundText } from '../whatsapp/support';
import { automationScenes, numbers, startAutomation, textTo } from './support';

const server = await startAutomation();
const { services } = server;
const scene = automationScenes(server);
afterAll(() => server.stop());

const TO = '+15557000000';
const db = queries(services.store);
/** Wall clock time in UTC, `hours` from now. */
const hourOfDay = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
const WAITS = { delays_ms: { sent: 600_000, delivered: 0, read: 0 } };

test('a publication arrives on the phone, and its receipts move the delivery', async () => {
  const place = await scene();
  const instance = await place.instance();
  const { id } = await place.publish(textTo(instance.id, [TO]));
  await place.settle();

  const delivery = await place.delivery(id);
  expect(delivery).toMatchObject({ status: 'read', to: TO, attempts: 1, instance_id: instance.id });
  const [message] = await place.messages();
  expect(message).toMatchObject({
    origin: 'automation',
    status: 'read',
    publicationDeliveryId: delivery.id,
    priority: 1,
    content: { type: 'text', text: 'Version 2 is out.' },
  });
  expect(delivery.parts).toEqual([{ type: 'text', status: 'read', reference: message?.id ?? '', error: null }]);
  expect(delivery.sent_at).not.toBeNull();
  expect((await place.publication(id)).counters).toMatchObject({ total: 1, read: 1 });

  expect(await place.events('automation.publication.published')).toHaveLength(1);
  for (const step of ['sent', 'delivered', 'read']) {
    expect(await place.events(`automation.publication_delivery.${step}`)).toHaveLength(1);
  }
});

test('a refusal of the network fails the delivery, and an opt-out is skipped', async () => {
  const place = await scene();
  const instance = await place.instance();
  await place.expectStatus(201, 'POST', `${instance.at}/sandbox/inbound`, inboundText(TO));
  await place.settle();
  const [contact] = (await place.expectStatus(200, 'GET', `${instance.at}/contacts`)).data;
  await place.expectStatus(200, 'PATCH', `${instance.at}/contacts/${contact.id}`, { opt_out: 'marketing' });
  const { id } = await place.publish(textTo(instance.id, ['+15550100001', contact.id]));
  await place.settle();

  const found = await place.deliveries(id);
  const stateOf = (to: string) => found.find((one) => one.to === to);
  expect(stateOf('+15550100001')).toMatchObject({ status: 'failed', error: { code: 'not_on_whatsapp' } });
  expect(stateOf(contact.id)).toMatchObject({ status: 'skipped', skip_reason: 'opted_out' });
  expect((await place.publication(id)).status).toBe('failed');
  expect(await place.events('automation.publication_delivery.skipped')).toHaveLength(1);
});

test('deliveries of an offline instance wait, and are sent once it is back', async () => {
  const place = await scene();
  const instance = await place.instance();
  await place.expectStatus(202, 'POST', `${instance.at}/disconnect`);
  const { id } = await place.publish(textTo(instance.id, [TO]));
  await until(async () => (await place.delivery(id)).wait_reason === 'channel_offline');
  expect((await place.publication(id)).counters).toMatchObject({ waiting: 1 });
  expect(await place.messages()).toEqual([]);

  await place.expectStatus(202, 'POST', `${instance.at}/connect`);
  await until(async () => (await place.delivery(id)).status === 'read');
  expect(await place.messages()).toHaveLength(1);
});

test('a message that waits at an instance is not sent twice when the instance reconnects', async () => {
  const place = await scene();
  const instance = await place.instance({ settings: { pacing: { max_per_minute: 1, jitter_ms: [0, 0] } } });
  const { id } = await place.publish(textTo(instance.id, numbers(2)));
  await until(async () => (await place.publication(id)).counters.read === 1);
  const ofPublication = eq(publicationDeliveries.publicationId, id);
  const stillSending = and(ofPublication, eq(publicationDeliveries.status, 'sending'));
  const waiting = { status: 'waiting', waitReason: 'channel_offline' } as const;
  expect(await db.update(publicationDeliveries).set(waiting).where(stillSending).returning()).toHaveLength(1);

  const connections = async () =>
    (await place.events('whatsapp.instance.status_changed')).filter(({ data }) => data.status === 'connected').length;
  const before = await connections();
  await place.expectStatus(202, 'POST', `${instance.at}/disconnect`);
  await place.expectStatus(202, 'POST', `${instance.at}/connect`);
  await until(async () => (await connections()) > before);
  await services.automation.publisher.idle();
  expect(await place.messages()).toHaveLength(2);
});

test('deliveries of an instance that stays offline expire', async () => {
  const place = await scene();
  const instance = await place.instance();
  await place.expectStatus(202, 'POST', `${instance.at}/disconnect`);
  const { id } = await place.publish(textTo(instance.id, [TO]));
  await until(async () => (await place.delivery(id)).status === 'waiting');
  await db
    .update(publications)
    .set({ expiresAt: new Date(0) })
    .where(eq(publications.id, id));
  server.services.automation.publisher.wake();

  expect(await place.reaches(id, 'expired')).toMatchObject({ counters: { expired: 1 } });
  expect(await place.events('automation.publication_delivery.expired')).toHaveLength(1);
  await place.expectStatus(202, 'POST', `${instance.at}/connect`);
  await place.settle();
  expect(await place.messages()).toEqual([]);
});

test('no more than ten messages are handed over and unsent, and a reply meanwhile goes first', async () => {
  const place = await scene();
  const instance = await place.instance({ settings: { pacing: { max_per_minute: 1, jitter_ms: [0, 0] } } });
  const { id } = await place.publish(textTo(instance.id, numbers(30)));
  await until(async () => (await place.messages()).length >= 10);
  await services.automation.publisher.idle();

  const queued = async () => (await place.messages()).filter(({ status }) => status === 'queued');
  expect((await queued()).length).toBeLessThanOrEqual(10);
  const reply = await place.expectStatus(202, 'POST', `${instance.at}/messages`, {
    to: '+15556000000',
    content: { type: 'text', text: 'A reply' },
  });
  await db
    .update(waInstances)
    .set({ settings: { ...(await settingsOf(instance.id)), pacing: null } })
    .where(eq(waInstances.id, instance.id));
  await place.settle();
  await place.reaches(id, 'published');

  const sent = (await place.messages())
    .filter(({ sentAt }) => sentAt !== null)
    .toSorted((a, b) => Number(a.sentAt) - Number(b.sentAt))
    .map((row) => row.id);
  // One was out before it came; of five that follow, one may be of the broadcast.
  expect(sent.indexOf(reply.id)).toBeLessThanOrEqual(12);
  expect(sent).toHaveLength(31);
});

const settingsOf = async (id: string) => {
  const [row] = await db.select().from(waInstances).where(eq(waInstances.id, id));
  if (!row) throw new Error('The instance is gone.');
  return row.settings;
};

test('a delivery delayed by the pace of an instance says so', async () => {
  const place = await scene();
  const instance = await place.instance({ settings: { pacing: { max_per_minute: 1, jitter_ms: [0, 0] } } });
  const { id } = await place.publish(textTo(instance.id, numbers(12)));
  await until(async () => (await place.deliveries(id)).some((one) => one.wait_reason === 'rate_limit'));
});

for (const verb of ['pause', 'cancel'] as const) {
  test(`${verb} in the middle of a thousand recipients stops within twenty messages`, async () => {
    const place = await scene();
    const instance = await place.instance({ settings: { pacing: { max_per_minute: 6000, jitter_ms: [0, 0] } } });
    const { id } = await place.publish(textTo(instance.id, numbers(1000)));
    const out = async () =>
      (await place.messages()).filter(({ status }) => status !== 'queued' && status !== 'canceled');
    await until(async () => (await out()).length >= 20, { everyMs: 5 });

    await place.expectStatus(202, 'POST', `/publications/${id}/${verb}`);
    const before = (await out()).length;
    await place.settle();
    const after = (await out()).length;
    expect(after - before).toBeLessThanOrEqual(20);

    const { counters, status } = await place.publication(id);
    expect(status).toBe(verb === 'pause' ? 'paused' : 'canceled');
    expect(counters.sending).toBe(0);
    expect(counters[verb === 'pause' ? 'waiting' : 'canceled']).toBe(1000 - after);
  });
}

test('a paused publication resumes, and sends to no recipient twice', async () => {
  const place = await scene();
  const instance = await place.instance({ settings: { pacing: { max_per_minute: 6000, jitter_ms: [0, 0] } } });
  const { id } = await place.publish(textTo(instance.id, numbers(40)));
  await until(async () => (await place.messages()).length >= 10);
  await place.expectStatus(202, 'POST', `/publications/${id}/pause`);
  await place.settle();
  await place.expectStatus(202, 'POST', `/publications/${id}/resume`);
  await place.reaches(id, 'published');

  const sent = (await place.messages()).filter(({ sentAt }) => sentAt !== null);
  expect(sent).toHaveLength(40);
  expect(new Set(sent.map(({ contactId }) => contactId)).size).toBe(40);
});

test('quiet hours hold it until they end', async () => {
  const place = await scene();
  const instance = await place.instance();
  const { id } = await place.publish(textTo(instance.id, [TO], { draft: true }));
  await db
    .update(publications)
    .set({ schedule: { mode: 'now', quiet_hours: { from: hourOfDay(-1), to: hourOfDay(1) } } })
    .where(eq(publications.id, id));
  await db
    .update(publications)
    .set({ status: 'queued', dueAt: new Date(), expiresAt: new Date(Date.now() + 86_400_000 * 2) })
    .where(eq(publications.id, id));
  await db
    .update(publicationDeliveries)
    .set({ nextAttemptAt: new Date() })
    .where(eq(publicationDeliveries.publicationId, id));
  await services.automation.publisher.idle();
  expect(await place.delivery(id)).toMatchObject({ status: 'waiting', wait_reason: 'quiet_hours' });
});

test('a scheduled publication is sent at its time, and not before', async () => {
  const place = await scene();
  const instance = await place.instance();
  const { id } = await place.publish(textTo(instance.id, [TO], { schedule: { mode: 'delay', delay_seconds: 3600 } }));
  await services.automation.publisher.idle();
  expect(await place.delivery(id)).toMatchObject({ status: 'waiting', wait_reason: 'schedule' });

  const past = new Date(Date.now() - 1000);
  await db.update(publications).set({ dueAt: past }).where(eq(publications.id, id));
  await db
    .update(publicationDeliveries)
    .set({ nextAttemptAt: past })
    .where(eq(publicationDeliveries.publicationId, id));
  await place.reaches(id, 'published');
});

test('a message that is not sent in time makes the delivery expire', async () => {
  const place = await scene();
  const instance = await place.instance({ sandbox: WAITS });
  const { id } = await place.publish(textTo(instance.id, numbers(12)));
  await until(async () => (await place.messages()).length === 10);
  await db
    .update(publications)
    .set({ expiresAt: new Date(0) })
    .where(eq(publications.id, id));
  await until(async () => (await place.publication(id)).counters.expired === 2);
});

test('a publication that expired before it is due is not sent, even before the expiry job runs', async () => {
  const place = await scene();
  const instance = await place.instance();
  const queueOf = (name: string) => [...services.queues.all()].find((queue) => queue.name === name);
  await queueOf('publication_times')?.stop();
  const { id } = await place.publish(textTo(instance.id, [TO], { schedule: { mode: 'delay', delay_seconds: 3600 } }));
  const past = new Date(Date.now() - 1000);
  const expired = { status: 'queued', dueAt: past, expiresAt: past } as const;
  await db.update(publications).set(expired).where(eq(publications.id, id));
  await db
    .update(publicationDeliveries)
    .set({ nextAttemptAt: past })
    .where(eq(publicationDeliveries.publicationId, id));
  await queueOf('publications')?.idle();
  queueOf('publication_times')?.start();
  expect(await place.delivery(id)).toMatchObject({ status: 'expired', attempts: 0 });
  expect(await place.messages()).toEqual([]);
});

test('workspaces take turns: a small one does not wait for a large one', async () => {
  const [big, small] = [await scene(), await scene()];
  const crowd = await big.instance();
  const single = await small.instance();
  const much = await big.publish(textTo(crowd.id, numbers(500)));
  const little = await small.publish(textTo(single.id, [TO]));
  await small.reaches(little.id, 'published');
  expect((await big.publication(much.id)).counters.pending).toBeGreaterThan(300);
  await big.expectStatus(202, 'POST', `/publications/${much.id}/cancel`);
});
