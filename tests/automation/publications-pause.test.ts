import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { waInstances } from '../../server/whatsapp/schema/instances';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { database, startServer } from '../support/app';
import { until } from '../support/process';
import { people, type PublicationScene, publicationScenes } from './publication-scenes';

const server = await startServer();
afterAll(() => server.stop());
const scene = publicationScenes(server);
const { publisher } = server.services.automation;

/** Messages are taken, and wait: the instance comes back soon. */
const RECONNECTING = { status: 'reconnecting' } as const;

const messagesOf = (place: PublicationScene) =>
  queries(database).select().from(waMessages).where(eq(waMessages.workspaceId, place.workspaceId));
const statuses = async (place: PublicationScene): Promise<string[]> =>
  [...new Set((await messagesOf(place)).map(({ status }) => status))].toSorted();

/** A publication of which some messages were handed over, and none was sent. */
async function begun(place: PublicationScene) {
  const { id } = await place.create({ targets: [{ channel: 'whatsapp', to: people(30) }] });
  await publisher.idle();
  const { status, counters } = await place.get(id);
  expect([status, counters.sending + counters.waiting + counters.pending]).toEqual(['publishing', 30]);
  expect(await statuses(place)).toEqual(['queued']);
  return id as string;
}

test('a pause withdraws handed-over deliveries, and later each recipient gets it once', async () => {
  const place = await scene(RECONNECTING);
  const id = await begun(place);
  const paused = await place.expectStatus(202, 'POST', `/publications/${id}/pause`);
  expect(paused).toMatchObject({ status: 'paused', counters: { total: 30, waiting: 30, sending: 0 } });
  expect(await statuses(place)).toEqual(['canceled']);
  await publisher.idle();
  expect((await place.get(id)).counters).toMatchObject({ waiting: 30, canceled: 0 });

  expect((await place.expectStatus(202, 'POST', `/publications/${id}/resume`)).status).toBe('queued');
  await queries(database).update(waInstances).set({ status: 'connected' }).where(eq(waInstances.id, place.instanceId));
  server.services.whatsapp.wake({ id: place.instanceId, workspaceId: place.workspaceId });
  await until(async () => (await place.get(id)).status === 'published');
  const went = (await messagesOf(place)).filter(({ sentAt }) => sentAt !== null);
  expect(went).toHaveLength(30);
  expect(new Set(went.map(({ chatId }) => chatId)).size).toBe(30);
});

test('A cancel withdraws deliveries that were handed over, and none is sent', async () => {
  const place = await scene(RECONNECTING);
  const id = await begun(place);
  const canceled = await place.expectStatus(202, 'POST', `/publications/${id}/cancel`);
  expect(canceled).toMatchObject({ status: 'canceled', counters: { total: 30, canceled: 30 } });
  expect(await statuses(place)).toEqual(['canceled']);
  await publisher.idle();
  expect((await place.get(id)).counters).toMatchObject({ canceled: 30 });
  expect(await place.events('automation.publication.*')).toEqual([`created ${id}`, `canceled ${id}`]);
});

test('a withdrawn delivery can be canceled, and a canceled one does not resume', async () => {
  const place = await scene(RECONNECTING);
  const id = await begun(place);
  const run = (verb: string) => place.expectStatus(202, 'POST', `/publications/${id}/${verb}`);
  await run('pause');
  await run('resume');
  await publisher.idle();
  expect((await run('pause')).counters).toMatchObject({ waiting: 30 });
  expect(await run('cancel')).toMatchObject({ status: 'canceled', counters: { canceled: 30, waiting: 0 } });
  await publisher.idle();
  expect(await statuses(place)).toEqual(['canceled']);
  expect((await place.deliveries(id))[0]).toMatchObject({ status: 'canceled', parts: [{ status: 'canceled' }] });
});

test('A withdrawn delivery is sent with the current content when the publication resumes', async () => {
  const place = await scene(RECONNECTING);
  const id = await begun(place);
  await place.expectStatus(202, 'POST', `/publications/${id}/pause`);
  await place.expectStatus(200, 'PATCH', `/publications/${id}`, { content: { text: 'Corrected.' } });
  await place.expectStatus(202, 'POST', `/publications/${id}/resume`);
  await queries(database).update(waInstances).set({ status: 'connected' }).where(eq(waInstances.id, place.instanceId));
  server.services.whatsapp.wake({ id: place.instanceId, workspaceId: place.workspaceId });
  await until(async () => (await place.get(id)).status === 'published');
  const went = (await messagesOf(place)).filter(({ acceptedAt }) => acceptedAt !== null);
  expect(went.map(({ content }) => ('text' in content ? content.text : ''))).toEqual(Array(30).fill('Corrected.'));
});

test('a delivery to a webhook that is down waits, can be paused, and is sent once afterwards', async () => {
  const place = await scene();
  const webhook = await place.webhook();
  await place.expectStatus(200, 'POST', `/webhooks/${webhook}/pause`);
  const { id } = await place.create({ targets: [`webhook:${webhook}`] });
  await publisher.idle();
  const [handed] = await place.deliveries(id);
  expect(handed.parts[0].reference).toMatch(/^dlv_/);
  expect(await place.expectStatus(202, 'POST', `/publications/${id}/pause`)).toMatchObject({
    status: 'paused',
    counters: { waiting: 1 },
  });
  await place.expectStatus(202, 'POST', `/publications/${id}/resume`);
  await place.expectStatus(200, 'POST', `/webhooks/${webhook}/enable`);
  await until(async () => (await place.get(id)).status === 'published');
  const [delivered] = await place.deliveries(id);
  expect(delivered).toMatchObject({ status: 'delivered', parts: [{ reference: handed.parts[0].reference }] });
});

test('A pause and a cancel in the middle of 1,000 recipients stop within 20 messages', async () => {
  const place = await scene({ status: 'connected' });
  const { whatsapp } = server.services;
  // The provider reports the sending later.
  const sent = async (): Promise<number> =>
    (await messagesOf(place)).filter(({ acceptedAt }) => acceptedAt !== null).length;
  const stops = async (id: string, verb: string): Promise<void> => {
    const before = await sent();
    await until(async () => (await sent()) > before + 20);
    await place.expectStatus(202, 'POST', `/publications/${id}/${verb}`);
    const then = await sent();
    await whatsapp.idle(place.instanceId);
    await publisher.idle();
    expect((await sent()) - then).toBeLessThanOrEqual(20);
  };
  const { id } = await place.create({ targets: [{ channel: 'whatsapp', to: people(1000) }] });
  await stops(id, 'pause');
  await place.expectStatus(202, 'POST', `/publications/${id}/resume`);
  await stops(id, 'cancel');
  const { counters } = await place.get(id);
  expect(counters.canceled).toBeGreaterThan(500);
  expect(counters.total).toBe(1000);
});

test('A publication reaches all recipients, and is reported once', async () => {
  const place = await scene({ status: 'connected' });
  const { id } = await place.create();
  await until(async () => (await place.get(id)).status === 'published');
  expect(await place.events('automation.publication.*')).toEqual([`created ${id}`, `published ${id}`]);
});
