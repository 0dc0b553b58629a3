import { afterAll, beforeEach, expect, test, setDefaultTimeout } from 'bun:test';

import { asc, eq } from 'drizzle-orm';

import { CHANNELS } from '../../server/automation/channels';
import type { AutomationContext } from '../../server/automation/context';
import { preparePublication, writePublication } from '../../server/automation/publications/create';
import { publicationAttempts, publicationDeliveries } from '../../server/automation/schema/publications';
import { queries } from '../../server/db/database';
import { scoped } from '../../server/db/scoped';
import { emit } from '../../server/events/emit';
import { publicationSchemas } from '../../shared/automation/publication-inputs';
import { newId } from '../../shared/ids';
import { until } from '../support/process';
import { addChannels, automationScenes, startAutomation } from './support';
import { createMemoChannel, error } from './test-channel';

const server = await startAutomation();
const { services } = server;
const db = queries(services.store);
const memo = createMemoChannel();
const channels = [...CHANNELS, memo.channel];
await addChannels(server, [memo.channel]);
const scene = automationScenes(server);
afterAll(() => server.stop());
setDefaultTimeout(30_000);
beforeEach(() => {
  memo.state.calls = [];
  memo.state.answer = async () => ({ outcome: 'sent', reference: null });
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
    await emit(ctx, tx.store, workspaceId, events);
    return publication;
  });
}

const attemptsOf = (deliveryId: string) =>
  db
    .select()
    .from(publicationAttempts)
    .where(eq(publicationAttempts.deliveryId, deliveryId))
    .orderBy(asc(publicationAttempts.n));
const change = (id: string, columns: Partial<typeof publicationDeliveries.$inferInsert>) =>
  db.update(publicationDeliveries).set(columns).where(eq(publicationDeliveries.id, id));

test('what the provider takes is sent, part by part', async () => {
  const place = await scene();
  memo.state.answer = async (text) => ({ outcome: 'sent', reference: `memo-${text}` });
  const { id } = await publish(place.workspaceId, 'one|two');
  await place.reaches(id, 'published');
  const delivery = await place.delivery(id);
  expect(delivery).toMatchObject({ status: 'sent', attempts: 1 });
  expect(delivery.parts.map(({ reference }) => reference)).toEqual(['memo-one', 'memo-two']);
  expect(memo.state.calls.map(({ text }) => text)).toEqual(['one', 'two']);
  expect((await attemptsOf(delivery.id)).map(({ n, part, outcome }) => [n, part, outcome])).toEqual([
    [1, 0, 'sent'],
    [2, 1, 'sent'],
  ]);
});

test('an outcome that nobody knows is unconfirmed, and never tried again by itself', async () => {
  const place = await scene();
  memo.state.answer = async () => ({ outcome: 'unknown' });
  const { id } = await publish(place.workspaceId, 'one|two');
  await until(async () => (await place.delivery(id)).status === 'unconfirmed');
  await services.automation.publisher.idle();
  expect(memo.state.calls).toHaveLength(1);
  expect(await place.events('automation.publication_delivery.unconfirmed')).toHaveLength(1);
  expect((await place.publication(id)).status).toBe('failed');

  const delivery = await place.delivery(id);
  expect((await place.call('POST', `/publication-deliveries/${delivery.id}/retry`)).status).not.toBe(202);
  memo.state.answer = async () => ({ outcome: 'sent', reference: null });
  await place.expectStatus(202, 'POST', `/publication-deliveries/${delivery.id}/retry`, { retry_unconfirmed: true });
  await until(async () => (await place.delivery(id)).status === 'sent');
});

test('a channel that throws is one that nobody knows of', async () => {
  const place = await scene();
  memo.state.answer = () => Promise.reject(new Error('The line is dead.'));
  const { id } = await publish(place.workspaceId, 'one');
  await until(async () => (await place.delivery(id)).status === 'unconfirmed');
});

test('a passing failure is tried again later, five times in all; any other ends it', async () => {
  const place = await scene();
  memo.state.answer = async () => ({ outcome: 'failed', error: error(true) });
  const { id } = await publish(place.workspaceId, 'one');
  for (let attempt = 1; attempt < 5; attempt += 1) {
    await until(
      async () => (await place.delivery(id)).attempts === attempt && (await place.delivery(id)).status === 'waiting',
    );
    const delivery = await place.delivery(id);
    expect(delivery.wait_reason).toBe('retry');
    const seconds = (Date.parse(delivery.next_attempt_at ?? '') - Date.parse(delivery.updated_at)) / 1000;
    expect(seconds).toBeGreaterThanOrEqual(30 * 2 ** (attempt - 1));
    expect(seconds).toBeLessThanOrEqual(36 * 2 ** (attempt - 1));
    await change(delivery.id, { nextAttemptAt: new Date() });
    services.automation.publisher.wake();
  }
  await place.reaches(id, 'failed');
  expect(memo.state.calls).toHaveLength(5);

  memo.state.answer = async () => ({ outcome: 'failed', error: error(false) });
  const other = await publish(place.workspaceId, 'one');
  await place.reaches(other.id, 'failed');
  expect(await place.delivery(other.id)).toMatchObject({ attempts: 1, error: { code: 'refused' } });
});

test('a retry sends only the parts that were not sent', async () => {
  const place = await scene();
  memo.state.answer = async (text) =>
    text === 'two' ? { outcome: 'failed', error: error(false) } : { outcome: 'sent', reference: text };
  const { id } = await publish(place.workspaceId, 'one|two');
  await place.reaches(id, 'failed');
  memo.state.answer = async (text) => ({ outcome: 'sent', reference: text });
  await place.expectStatus(202, 'POST', `/publications/${id}/retry`);
  await place.reaches(id, 'published');
  expect(memo.state.calls.map(({ text }) => text)).toEqual(['one', 'two', 'two']);
});

test('what a process had in its hands when it ended is unconfirmed', async () => {
  const place = await scene();
  const called = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  memo.state.answer = async () => {
    called.resolve();
    await release.promise;
    return { outcome: 'sent', reference: null };
  };
  const { id } = await publish(place.workspaceId, 'one');
  await called.promise;
  const delivery = await place.delivery(id);
  expect(delivery.status).toBe('sending');
  await change(delivery.id, { leaseOwner: 'nod_gone', leaseUntil: new Date(0) });
  services.queues.changed();
  await until(async () => (await place.delivery(id)).status === 'unconfirmed');
  release.resolve();
  await services.automation.publisher.idle();
  // The lease was no longer its own.
  expect((await place.delivery(id)).status).toBe('unconfirmed');
  expect((await attemptsOf(delivery.id))[0]?.outcome).toBe('sent');
});

test('a delivery that somebody took for lost between two parts gets no other part from here', async () => {
  const place = await scene();
  memo.state.answer = async (text) => {
    await change(memo.state.calls.at(-1)?.deliveryId ?? '', { leaseOwner: 'nod_other' });
    return { outcome: 'sent', reference: text };
  };
  const { id } = await publish(place.workspaceId, 'one|two');
  await until(() => memo.state.calls.length > 0);
  await services.automation.publisher.idle();
  expect(memo.state.calls.map(({ text }) => text)).toEqual(['one']);
  expect((await place.delivery(id)).status).toBe('sending');
});
