import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { waBatches } from '../../server/whatsapp/schema/instances';
import { database, startServer } from '../support/app';
import { until } from '../support/process';
import { batchesOf, people, personNo } from './batch-scenes';
import { messageScenes, textTo, WAITING } from './message-scenes';

const server = await startServer();
afterAll(() => server.stop());
const scene = messageScenes(server);

/** How often each message was given to the network. */
const sendingsOf = (message: { status_history: { status: string }[] }): number =>
  message.status_history.filter(({ status }) => status === 'sending').length;

test('queued messages of a paused batch are held, do not expire, and are sent when it resumes', async () => {
  const place = await scene(WAITING);
  const batches = batchesOf(place);
  const { id } = await batches.create({ recipients: people(10) });
  await place.settle();
  expect(await batches.get(id)).toMatchObject({ status: 'running', counts: { queued: 10 } });

  expect(await batches.set(id, 'paused')).toMatchObject({ id, status: 'paused', counts: { queued: 10 } });
  await place.update({ status: 'connected' });
  await place.settle();
  const held = await batches.messages(id);
  expect(held.every(({ status }) => status === 'queued')).toBe(true);
  expect(held.map(({ waiting, expires_at: at }) => [waiting?.reason, at])).toEqual(held.map(() => ['paused', null]));

  // Others of the same chat do not wait for it.
  const own = await place.send(textTo(personNo(0)));
  await place.settle();
  expect((await place.message(own.id)).status).toBe('read');
  expect((await batches.get(id)).counts).toMatchObject({ queued: 10 });

  expect(await batches.set(id, 'running')).toMatchObject({ status: 'running' });
  await place.settle();
  expect(await batches.get(id)).toMatchObject({ status: 'completed', counts: { read: 10 } });
  expect((await batches.messages(id)).map(sendingsOf)).toEqual(held.map(() => 1));
  expect(await place.events('whatsapp.batch.completed')).toHaveLength(1);
});

test('recipients without a message yet wait with their batch', async () => {
  const place = await scene(WAITING);
  const batches = batchesOf(place);
  const [first, second] = await Promise.all([
    batches.create({ recipients: people(40) }).then(({ id }) => batches.set(id, 'paused')),
    batches.create({ recipients: people(40) }).then(({ id }) => batches.set(id, 'canceled')),
  ]);
  await place.update({ status: 'connected' });
  await place.settle();
  expect(await batches.get(first.id)).toMatchObject({ status: 'paused', counts: { total: 40, queued: 40 } });
  expect(await batches.get(second.id)).toMatchObject({ status: 'canceled', counts: { total: 40, canceled: 40 } });

  await batches.set(first.id, 'running');
  await place.settle();
  expect(await batches.get(first.id)).toMatchObject({ status: 'completed', counts: { read: 40 } });
  expect(new Set((await batches.messages(first.id)).map(({ chat_id: chat }) => chat)).size).toBe(40);
});

test('a batch that is paused before all its messages are written does not complete early', async () => {
  const place = await scene(WAITING);
  const batches = batchesOf(place);
  const { id } = await batches.create({ recipients: people(2) });
  await place.settle();
  // As if the pause had come between two steps of the writer, while what it had written was being sent.
  const ofBatch = eq(waBatches.id, id);
  const [row] = await queries(database).select().from(waBatches).where(ofBatch);
  if (!row) throw new Error('No batch.');
  const order = { ...row.order, waiting: people(1, 2) };
  await queries(database).update(waBatches).set({ status: 'paused', total: 3, order }).where(ofBatch);
  await place.update({ status: 'connected' });
  await place.settle();
  expect(await batches.get(id)).toMatchObject({ status: 'paused', counts: { total: 3, read: 2 } });
  expect(await place.events('whatsapp.batch.completed')).toEqual([]);

  await batches.set(id, 'running');
  await place.settle();
  expect(await batches.get(id)).toMatchObject({ status: 'completed', counts: { total: 3, read: 3 } });
});

test('a canceled batch cancels its queued messages, and completes when the others have a result', async () => {
  const place = await scene(WAITING);
  const batches = batchesOf(place);
  const { id } = await batches.create({ recipients: people(3) });
  await place.settle();
  const canceled = await batches.set(id, 'canceled');
  expect(canceled).toMatchObject({ status: 'canceled', counts: { canceled: 3, queued: 0 } });
  expect(await place.events('whatsapp.message.canceled')).toHaveLength(3);
  expect(await place.events('whatsapp.batch.completed')).toMatchObject([{ data: { id, status: 'canceled' } }]);

  await place.update({ status: 'connected' });
  await place.settle();
  expect(await batches.statuses(id)).toEqual(['canceled', 'canceled', 'canceled']);
  expect((await place.call('PATCH', `${batches.path}/${id}`, { status: 'running' })).body.code).toBe('invalid_state');
  expect(await batches.set(id, 'canceled')).toMatchObject({ updated_at: canceled.updated_at });
});

test('once a large batch is canceled none of its messages is queued, even after a crash', async () => {
  const place = await scene(WAITING);
  const batches = batchesOf(place);
  const make = async () => {
    const { id } = await batches.create({ recipients: people(120) });
    await place.settle();
    return String(id);
  };
  const whole = {
    status: 'canceled',
    counts: { total: 120, canceled: 120, queued: 0 },
    completed_at: expect.any(String),
  };
  const [answered, left] = [await make(), await make()];
  expect(await batches.set(answered, 'canceled')).toMatchObject(whole);
  expect(await place.events('whatsapp.batch.completed')).toHaveLength(1);

  // As when the process ends after the first of its messages.
  await queries(database).update(waBatches).set({ status: 'canceled' }).where(eq(waBatches.id, left));
  await place.settle();
  expect(await batches.get(left)).toMatchObject(whole);
  expect(await place.events('whatsapp.batch.completed')).toHaveLength(2);
});

test('a pause at the moment of sending: each message is held or sent, and sent once in the end', async () => {
  const place = await scene();
  const batches = batchesOf(place);
  for (let round = 0; round < 4; round += 1) {
    const { id } = await batches.create({ recipients: people(12, round * 12) });
    // The pause meets another state of the queue in each round.
    for (let turn = 0; turn < round; turn += 1) await batches.get(id);
    const paused = await place.call('PATCH', `${batches.path}/${id}`, { status: 'paused' });
    const isOver = paused.status === 409;
    await place.settle();
    const { status, counts } = await batches.get(id);
    expect(status).toBe(isOver || counts.read === 12 ? 'completed' : 'paused');
    const messages = await batches.messages(id);
    const queued = messages.filter((one) => one.status !== 'read');
    expect(queued.map(({ waiting }) => waiting?.reason)).toEqual(queued.map(() => 'paused'));
    expect(queued.map(sendingsOf)).toEqual(queued.map(() => 0));

    if (!isOver) await batches.set(id, 'running').catch(() => undefined);
    await place.settle();
    expect(await batches.get(id)).toMatchObject({ status: 'completed', counts: { total: 12, read: 12 } });
    expect((await batches.messages(id)).map(sendingsOf)).toEqual(Array.from({ length: 12 }, () => 1));
  }
  expect(await place.events('whatsapp.batch.completed')).toHaveLength(4);
});

test('messages that wait for the rate say so, and a pause holds them too', async () => {
  const place = await scene();
  const batches = batchesOf(place);
  const { id } = await batches.create({ recipients: people(4), rate: 1 });
  await place.settle();
  expect((await batches.get(id)).counts).toMatchObject({ read: 1, queued: 3 });
  const queued = (await batches.messages(id)).slice(1);
  expect(queued.map(({ waiting }) => waiting?.reason)).toEqual(['pacing', 'pacing', 'pacing']);

  const advance = (seconds: number) => place.expectStatus(200, 'POST', `${place.path}/sandbox/advance`, { seconds });
  await advance(60);
  expect((await batches.get(id)).counts).toMatchObject({ read: 2, queued: 2 });
  await batches.set(id, 'paused');
  await advance(600);
  expect((await batches.get(id)).counts).toMatchObject({ read: 2, queued: 2 });

  // What was not sent meanwhile is not made up for.
  await batches.set(id, 'running');
  await place.settle();
  expect((await batches.get(id)).counts).toMatchObject({ read: 3, queued: 1 });
  await advance(60);
  expect(await batches.get(id)).toMatchObject({ status: 'completed', counts: { read: 4 } });
});

test('a failed message of a batch can be retried, and does not complete the batch again', async () => {
  const place = await scene();
  const batches = batchesOf(place);
  const { id } = await batches.create({ recipients: [{ to: '+15550100001', variables: { name: 'Ada' } }], rate: 1 });
  await place.settle();
  const [message] = await batches.messages(id);
  expect(message).toMatchObject({ status: 'failed', error: { code: 'not_on_whatsapp' } });
  await place.expectStatus(200, 'POST', `${place.path}/messages/${message?.id}/retry`, {});
  await place.settle();
  expect(await batches.messages(id)).toMatchObject([{ status: 'failed', attempt: 2 }]);
  expect(await place.events('whatsapp.batch.completed')).toHaveLength(1);
});

test('a change with a stale ETag is refused', async () => {
  const place = await scene(WAITING);
  const batches = batchesOf(place);
  const { id } = await batches.create({ recipients: people(1) });
  await place.settle();
  const read = await place.call('GET', `${batches.path}/${id}`);
  const headers = { 'if-match': read.headers.get('etag') ?? '' };
  expect((await place.call('PATCH', `${batches.path}/${id}`, { status: 'paused' }, headers)).status).toBe(200);
  expect((await place.call('PATCH', `${batches.path}/${id}`, { status: 'running' }, headers)).status).toBe(412);
});

test('deleting an instance deletes its batches', async () => {
  const place = await scene(WAITING);
  const batches = batchesOf(place);
  const { id } = await batches.create({ recipients: people(3), rate: 1 });
  await place.settle();
  await place.expectStatus(204, 'DELETE', place.path);
  await until(async () => (await place.rows()).every(({ status }) => status === 'failed'));
  expect(await place.events('whatsapp.batch.completed')).toMatchObject([{ data: { id, counts: { failed: 3 } } }]);
});
