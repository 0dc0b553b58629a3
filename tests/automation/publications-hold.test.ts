import { afterAll, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { waInstances, waMessages } from '../../server/db/schema';
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

test('A pause takes back what was handed over, and later each recipient is sent it once', async () => {
  const place = await scene(RECONNECTING);
  const id = await begun(place);
  const paused = await place.expectStatus(202, 'POST', `/publications/${id}/pause`);
  expect(paused).toMatchObject({ status: 'paused', counters: { total: 30, waiting: 30, sending: 0 } });
  expect(await statuses(place)).toEqual(['canceled']);
  await publisher.idle();
  expect((await place.get(id)).counters).toMatchObject({ waiting: 30, canceled: 0 });

  expect((await place.expectStatus(202, 'POST', `/publications/${id}/resume`)).status).toBe('queued');
  await queries(database).update(waInstances).set({ status: 'connected' }).where(eq(waInstances.id, place.instanceId));
  server.services.whatsapp.wake(place.instanceId);
  await until(async () => (await place.get(id)).status === 'published', 20_000);
  const went = (await messagesOf(place)).filter(({ sentAt }) => sentAt !== null);
  expect(went).toHaveLength(30);
  expect(new Set(went.map(({ chatId }) => chatId)).size).toBe(30);
}, 30_000);

test('A cancel takes back what was handed over, and nobody is sent it', async () => {
  const place = await scene(RECONNECTING);
  const id = await begun(place);
  const canceled = await place.expectStatus(202, 'POST', `/publications/${id}/cancel`);
  expect(canceled).toMatchObject({ status: 'canceled', counters: { total: 30, canceled: 30 } });
  expect(await statuses(place)).toEqual(['canceled']);
  await publisher.idle();
  expect((await place.get(id)).counters).toMatchObject({ canceled: 30 });
  expect(await place.events('automation.publication.*')).toEqual([`created ${id}`, `canceled ${id}`]);
});

test('What is published reaches everybody, and is told once', async () => {
  const place = await scene({ status: 'connected' });
  const { id } = await place.create();
  await until(async () => (await place.get(id)).status === 'published', 20_000);
  expect(await place.events('automation.publication.*')).toEqual([`created ${id}`, `published ${id}`]);
}, 30_000);
