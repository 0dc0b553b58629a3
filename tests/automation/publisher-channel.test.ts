import { afterAll, beforeEach, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { CHANNELS } from '../../server/automation/channels';
import type { DeliveryChange } from '../../server/automation/channels/channel';
import type { AutomationContext } from '../../server/automation/context';
import { preparePublication, writePublication } from '../../server/automation/publications/create';
import { publicationDeliveries } from '../../server/automation/schema/publications';
import { queries } from '../../server/db/database';
import { scoped } from '../../server/db/scoped';
import { emit } from '../../server/events/emit';
import type { PublicationError } from '../../shared/automation/publication-delivery';
import { publicationSchemas } from '../../shared/automation/publication-inputs';
import { newId } from '../../shared/ids';
import { until } from '../support/process';
import { addChannels, automationScenes, startAutomation } from './support';
import { createMemoChannel } from './test-channel';

const server = await startAutomation();
const { services } = server;
const db = queries(services.store);
const memo = createMemoChannel();
const channels = [...CHANNELS, memo.channel];
await addChannels(server, [memo.channel]);
const scene = automationScenes(server);
afterAll(() => server.stop());
beforeEach(() => {
  memo.state.texts = [];
  memo.state.answer = () => undefined;
});

const { PublicationInput } = publicationSchemas(channels.map(({ schemas }) => schemas));

/** Publishes to the channel of this test, which the request of the API does not know. */
async function publish(workspaceId: string, text: string, to: string[] = [newId('to')]) {
  const input = PublicationInput.parse({ content: { text }, targets: [{ channel: 'memo', to }] });
  const store = scoped(services.store, workspaceId);
  const ctx: AutomationContext = {
    ...services,
    requestId: newId('req'),
    workspaceId,
    db: store,
    access: { instances: null },
    origin: { kind: 'api' },
  };
  const prepared = await preparePublication(ctx, input);
  return store.transaction(async (tx) => {
    const { publication, events } = await writePublication(ctx, tx, prepared);
    await emit(ctx, tx, events);
    return publication;
  });
}

/** Reports a result of one part, as the channel does when it learns of it. */
const report = (workspaceId: string, deliveryId: string, part: number, status: DeliveryChange['status']) =>
  scoped(services.store, workspaceId).transaction(async (tx) => {
    const reference = memo.referenceOf(deliveryId, part);
    const events = await memo.state.report?.(tx, [{ deliveryId, reference, status, at: new Date() }]);
    await emit({ ...services, requestId: newId('req') }, tx, events ?? []);
  });

const REFUSED: PublicationError = { code: 'refused', message: 'No.', provider: null, retryable: false };

test('a publication is published when all parts of its delivery were sent', async () => {
  const { workspaceId, ...place } = await scene();
  const { id } = await publish(workspaceId, 'one|two');
  await until(async () => (await place.delivery(id)).status === 'sending');
  const delivery = await place.delivery(id);
  expect(memo.state.texts).toEqual(['one', 'two']);
  expect(delivery).toMatchObject({ attempts: 1, next_attempt_at: null });
  expect(delivery.parts.map(({ reference }) => reference)).toEqual([0, 1].map((n) => memo.referenceOf(delivery.id, n)));

  await report(workspaceId, delivery.id, 0, 'sent');
  expect(await place.delivery(id)).toMatchObject({ status: 'sending', sent_at: null });
  await report(workspaceId, delivery.id, 1, 'sent');
  await place.reaches(id, 'published');
  expect(await place.delivery(id)).toMatchObject({ status: 'sent', sent_at: expect.any(String) });
  expect(await place.events('automation.publication_delivery.sent')).toHaveLength(1);
});

test('an unconfirmed delivery is sent again only on request', async () => {
  const { workspaceId, ...place } = await scene();
  const { id } = await publish(workspaceId, 'one');
  await until(async () => (await place.delivery(id)).status === 'sending');
  const delivery = await place.delivery(id);
  await report(workspaceId, delivery.id, 0, 'unconfirmed');
  await place.reaches(id, 'failed');
  await services.automation.publisher.idle();
  expect(memo.state.texts).toEqual(['one']);
  expect(await place.events('automation.publication_delivery.unconfirmed')).toHaveLength(1);

  const retry = `/publication-deliveries/${delivery.id}/retry`;
  expect((await place.call('POST', retry)).status).toBe(422);
  await place.expectStatus(202, 'POST', retry, { retry_unconfirmed: true });
  await until(() => memo.state.texts.length === 2);
  await until(async () => (await place.delivery(id)).attempts === 2);
});

test('a delivery that the channel defers waits until its time', async () => {
  const { workspaceId, ...place } = await scene();
  const untilTime = new Date(Date.now() + 600_000);
  memo.state.answer = () => ({ outcome: 'waiting', reason: 'rate_limit', until: untilTime });
  const { id } = await publish(workspaceId, 'one');
  await until(async () => (await place.delivery(id)).status === 'waiting');
  await services.automation.publisher.idle();
  expect(memo.state.texts).toEqual(['one']);
  const deferred = { wait_reason: 'rate_limit', next_attempt_at: untilTime.toISOString(), attempts: 0 };
  expect(await place.delivery(id)).toMatchObject(deferred);

  memo.state.answer = () => undefined;
  await db
    .update(publicationDeliveries)
    .set({ nextAttemptAt: new Date() })
    .where(eq(publicationDeliveries.publicationId, id));
  services.automation.publisher.wake();
  await until(async () => (await place.delivery(id)).status === 'sending');
  expect(memo.state.texts).toEqual(['one', 'one']);
});

test('a delivery that the channel refuses fails', async () => {
  const { workspaceId, ...place } = await scene();
  memo.state.answer = () => ({ outcome: 'failed', error: REFUSED });
  const { id } = await publish(workspaceId, 'one|two');
  await place.reaches(id, 'failed');
  const delivery = await place.delivery(id);
  expect(delivery).toMatchObject({ status: 'failed', attempts: 1, error: REFUSED });
  expect(delivery.parts.map(({ status }) => status)).toEqual(['failed', 'failed']);
});

test('a retry sends only the parts that were not sent', async () => {
  const { workspaceId, ...place } = await scene();
  const { id } = await publish(workspaceId, 'one|two');
  await until(async () => (await place.delivery(id)).status === 'sending');
  const delivery = await place.delivery(id);
  await report(workspaceId, delivery.id, 0, 'sent');
  await report(workspaceId, delivery.id, 1, 'failed');
  await place.reaches(id, 'failed');

  await place.expectStatus(202, 'POST', `/publications/${id}/retry`);
  await until(async () => (await place.delivery(id)).status === 'sending');
  expect(memo.state.texts).toEqual(['one', 'two', 'two']);
  await report(workspaceId, delivery.id, 1, 'sent');
  await place.reaches(id, 'published');
});
