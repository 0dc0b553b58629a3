import { expect, test } from 'bun:test';

import { queries } from '../../../server/db/database';
import { webhookDeliveries } from '../../../server/webhooks/schema';
import { openLoad, startCounter } from '../../faults/delivery-load';
import { until } from '../../support/process';
import { lasting } from '../../support/waiting';

test('SIGTERM under load ends without a repeat and leaves nothing leased', async () => {
  using receiver = startCounter(async () => {
    await lasting(20);
    return new Response('ok');
  });
  await using load = await openLoad();
  await load.webhooks(2, receiver.url);
  await load.emit(300);
  {
    await using server = await load.start();
    await until(() => receiver.received.size > 60);
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  }
  const states = await load.states();
  expect([states[1] ?? 0, states[0] ?? 0]).toEqual([0, expect.any(Number)]);
  expect(states[0]).toBeGreaterThan(0);
  expect(states[2]).toBe(receiver.received.size);

  await using server = await load.start();
  await until(async () => (await load.states())[2] === 600);
  expect([server.isRunning(), receiver.received.size, receiver.duplicates()]).toEqual([true, 600, 0]);
});

test('SIGTERM cuts off what does not end in time, and it is due again', async () => {
  using receiver = startCounter(async () => {
    if (receiver.seen.requests <= 2) await lasting(30_000);
    return new Response('ok');
  });
  await using load = await openLoad();
  await load.webhooks(2, receiver.url, { timeoutSeconds: 30 });
  await load.emit(1);
  {
    await using server = await load.start('http://one.example', { STOP_TIMEOUT_SECONDS: '1' });
    await until(() => receiver.seen.requests === 2);
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  }
  const rows = await queries(load.testDatabase.database).select().from(webhookDeliveries);
  expect(rows.map(({ state, lastCode, uncounted }) => [state, lastCode, uncounted])).toEqual([
    [0, 'interrupted', 1],
    [0, 'interrupted', 1],
  ]);
  await using server = await load.start();
  await until(async () => (await load.states())[2] === 2);
  expect(server.isRunning()).toBe(true);
});
