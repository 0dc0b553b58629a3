import { expect, test } from 'bun:test';

import { until } from '../../support/process';
import { seedWorkspace } from '../../support/seed';
import { lasting } from '../../support/waiting';
import { answer, failure, openLab } from './lab';
import { emitEvents, readDeliveries, seedWebhook, startDelivery, startReceiver } from './support';

const types = { events: ['webhook.tested'] };

test.each([10, 50])('with %i %% of the endpoints hanging, all others get everything', async (percent) => {
  const hung = Promise.withResolvers<void>();
  await using lab = await openLab(
    async ({ url }) => {
      if (!url.includes('hangs')) return answer(200);
      await hung.promise;
      return failure('timeout');
    },
    { real: true, config: { deliveryFastSlots: 8 } },
  );
  const workspaces = [lab.workspaceId, await seedWorkspace('Other', lab.testDatabase.database)];
  const endpoints = Array.from({ length: 60 }, (_, index) => ({
    workspace: workspaces[index % 2] ?? '',
    url: `https://${index < (60 * percent) / 100 ? 'hangs' : 'healthy'}-${index}.example/`,
  }));
  for (const { workspace, url } of endpoints) await seedWebhook(lab.services, workspace, url, types);
  for (let round = 0; round < 5; round += 1) {
    for (const workspace of workspaces) await emitEvents(lab.services, workspace, 4);
  }

  const healthy = endpoints.filter(({ url }) => url.includes('healthy')).length;
  await until(() => lab.calls.filter(({ url }) => url.includes('healthy')).length === healthy * 20);
  // Those that hang have been asked once each, and are still being waited for.
  await until(() => lab.calls.length === healthy * 20 + (60 - healthy));
  hung.resolve();
  await lab.idle();
  expect(lab.calls.filter(({ url }) => url.includes('healthy'))).toHaveLength(healthy * 20);
});

test('results that cannot be written hold back new requests, and are written when the database is back', async () => {
  await using lab = await openLab(() => answer(200), { real: true });
  const { database } = lab.testDatabase;
  const transaction = database.transaction.bind(database);
  const webhook = await lab.webhook({ ...types, maxInFlight: 32 });
  for (let round = 0; round < 6; round += 1) await lab.emit(400);
  await until(() => lab.calls.length > 0);
  let refused = 0;
  database.transaction = () => {
    refused += 1;
    return Promise.reject(new Error('database or disk is full'));
  };
  await until(() => refused > 3);
  const sent = lab.calls.length;
  expect(sent).toBeLessThan(2400);
  await until(() => refused > 6);
  expect(lab.calls).toHaveLength(sent);

  database.transaction = transaction;
  await until(() => lab.calls.length === 2400);
  await lab.idle();
  const rows = await lab.deliveries(webhook.no);
  expect(rows.every(({ state, attempts }) => state === 2 && attempts === 1)).toBe(true);
  expect([lab.calls.length, new Set(lab.calls.map(({ headers }) => headers['webhook-id'])).size]).toEqual([2400, 2400]);
});

test('two dispatchers on one database send each delivery once, and one continues without the other', async () => {
  await using lab = await openLab(
    async () => {
      await lasting(1);
      return answer(200);
    },
    { real: true },
  );
  const other = lab.open();
  await other.start();
  const webhooks: { no: number }[] = [];
  for (let index = 0; index < 12; index += 1) {
    webhooks.push(await lab.webhook(types, `https://receiver-${index}.example/`));
  }
  const delivered = async () => {
    const rows = await Promise.all(webhooks.map(({ no }) => readDeliveries(lab.services, no)));
    return rows.flat().filter(({ state }) => state === 2).length;
  };
  for (let round = 0; round < 10; round += 1) await lab.emit(5);
  await until(async () => (await delivered()) === 600);
  expect(lab.calls).toHaveLength(600);

  await lab.dispatcher.stop();
  await lab.emit(5);
  await until(async () => (await delivered()) === 660);
  expect(lab.calls).toHaveLength(660);
  await other.stop();
});

test('a new delivery of another webhook does not wait for a round of those with a backlog', async () => {
  const order: string[] = [];
  const gates: (() => void)[] = [];
  await using lab = await openLab(
    async ({ url }) => {
      order.push(url);
      // Whoever waits for it emits before the next slot is free.
      if (url.includes('live')) gates.shift()?.();
      return answer(200);
    },
    { real: true, config: { deliveryFastSlots: 2 } },
  );
  await lab.dispatcher.stop();
  for (let index = 0; index < 40; index += 1) {
    const workspace = await seedWorkspace(`Backlog ${index}`, lab.testDatabase.database);
    await seedWebhook(lab.services, workspace, 'https://backlog.example/', types);
    await emitEvents(lab.services, workspace, 50);
  }
  await lab.webhook(types, 'https://live.example/');
  await lab.restart();

  const waited: number[] = [];
  for (let event = 0; event < 8; event += 1) {
    const arrived = Promise.withResolvers<void>();
    gates.push(arrived.resolve);
    await lab.emit();
    const before = order.length;
    await arrived.promise;
    waited.push(order.length - before);
  }
  // Two were on their way; a round would be forty.
  expect(order.length).toBeLessThan(1500);
  expect(Math.max(...waited)).toBeLessThan(10);
});

test('an event emitted while a claim returns empty is sent without a full scan for due deliveries', async () => {
  using receiver = startReceiver(() => new Response('ok'));
  await using server = await startDelivery();
  const { delivery, queues } = server.services;
  const webhook = await server.webhook(receiver.url, types);
  await delivery.idle();
  let looks = 0;
  server.testDatabase.database.observe((sql) => (looks += sql.includes('(select min(next_at)') ? 1 : 0));

  const looksUntilSent: number[] = [];
  for (let event = 1; event <= 3; event += 1) {
    const emitted = Promise.withResolvers<void>();
    queues.watch(async (queue, step, lane) => {
      if (queue !== 'webhook_deliveries' || step !== 'claimed' || !lane.endsWith(` ${webhook.no}`)) return;
      queues.watch(() => {});
      await server.emit();
      looks = 0;
      emitted.resolve();
    });
    delivery.wakeWebhook(webhook.no);
    await emitted.promise;
    await until(() => receiver.requests.length === event);
    looksUntilSent.push(looks);
    await delivery.idle();
  }
  // One of the regular looks may fall into the same moment.
  expect(Math.min(...looksUntilSent)).toBe(0);
});

test('a webhook gets events of its workspace, not those with the same number of another', async () => {
  await using lab = await openLab(() => answer(200), { real: true });
  const [one, other] = [lab.workspaceId, await seedWorkspace('Other', lab.testDatabase.database)];
  await lab.dispatcher.stop();
  // Each is once the first to have its numbers.
  for (const workspace of [one, other])
    await seedWebhook(lab.services, workspace, `https://${workspace}.example/`, types);
  for (const workspace of [one, other, other, one]) await emitEvents(lab.services, workspace, 2);
  await lab.restart();
  await lab.idle();
  expect(lab.calls).toHaveLength(8);
  for (const { url, body } of lab.calls) {
    expect(`https://${(JSON.parse(body) as { workspace_id: string }).workspace_id}.example/`).toBe(url);
  }
});
