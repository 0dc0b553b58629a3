import { expect, test } from 'bun:test';

import { until } from '../support/process';
import { lasting } from '../support/waiting';
import { openLoad, startCounter } from './delivery-load';

const DELIVERIES = 1200;
const WEBHOOKS = 10;

test('SIGTERM under load ends the process in time, with nothing leased and nothing sent twice', async () => {
  using receiver = startCounter(async () => {
    await lasting(20);
    return new Response(null, { status: 204 });
  });
  await using load = await openLoad();
  await load.webhooks(WEBHOOKS, receiver.url);
  await load.emit(DELIVERIES / WEBHOOKS);
  for (const share of [0.2, 0.5]) {
    await using server = await load.start();
    await until(() => receiver.received.size >= DELIVERIES * share);
    const began = performance.now();
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(receiver.received.size).toBeLessThan(DELIVERIES);
    expect([await load.leased(), (await load.states())[2]]).toEqual([0, receiver.received.size]);
  }

  await using last = await load.start();
  await until(async () => (await load.states())[2] === DELIVERIES);
  expect([receiver.seen.requests, receiver.received.size]).toEqual([DELIVERIES, DELIVERIES]);
  expect(await load.attempts('interrupted')).toBe(0);
  expect(last.isRunning()).toBe(true);
});

test('SIGTERM cuts off what hangs after STOP_TIMEOUT_SECONDS, and it is due again for the next process', async () => {
  const gate = Promise.withResolvers<void>();
  const done = { open: false };
  using receiver = startCounter(async (path) => {
    if (path === '/hangs/0' && !done.open) await gate.promise;
    return new Response(null, { status: 204 });
  });
  await using load = await openLoad();
  await load.webhooks(1, `${receiver.url}/hangs`, { timeoutSeconds: 30 });
  await load.webhooks(1, `${receiver.url}/healthy`);
  await load.emit(5);
  await using server = await load.start('http://one.example', { STOP_TIMEOUT_SECONDS: '1' });
  await until(async () => receiver.received.size === 6 && (await load.states())[2] === 5);
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);

  expect(await load.states()).toEqual({ 0: 5, 2: 5 });
  expect(await load.attempts('interrupted')).toBe(1);
  expect(await load.count('select count(*) from webhook_deliveries where state = 0 and attempts - uncounted > 0')).toBe(
    0,
  );
  done.open = true;
  gate.resolve();
  await using last = await load.start();
  await until(async () => (await load.states())[2] === 10);
  expect([receiver.received.size, receiver.seen.requests]).toEqual([10, 11]);
  expect(last.isRunning()).toBe(true);
});
