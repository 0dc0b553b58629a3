import { expect, test } from 'bun:test';

import { engine } from '../../server/db/engine';
import { watchLateness } from '../support/lateness';
import { until } from '../support/process';
import { lasting } from '../support/waiting';
import { ONE, openLoad, startCounter, startFairCounter, TWO } from './delivery-load';

const DELIVERIES = 1000;
/** Two processes share them by chance: that one of the two has none of so many is one in 5·10^11. */
const WEBHOOKS = 40;
/** The kill comes while the two still have work, and the rest takes as long as the machine needs. */

const startSlowCounter = () =>
  startCounter(async () => {
    await lasting(2);
    return new Response(null, { status: 204 });
  });

test.skipIf(engine === 'sqlite')(
  'two processes on one PostgreSQL share the webhooks, and send each delivery once (SQLite has one that sends)',
  async () => {
    using receiver = startFairCounter(2);
    await using load = await openLoad();
    await load.webhooks(WEBHOOKS, receiver.url, { timeoutSeconds: 30 });
    await using one = await load.start(ONE);
    await using two = await load.start(TWO);
    // Both know of each other with their second heartbeat; until then claims and compare-and-set alone decide.
    await load.emit(DELIVERIES / WEBHOOKS);
    await until(async () => (await load.states())[2] === DELIVERIES);

    expect([receiver.seen.requests, receiver.received.size]).toEqual([DELIVERIES, DELIVERIES]);
    expect(receiver.from(ONE) + receiver.from(TWO)).toBe(DELIVERIES);
    expect(receiver.haveBoth()).toBe(true);
    expect(await load.count('select count(*) from webhook_deliveries where attempts <> 1')).toBe(0);
    expect([one.isRunning(), two.isRunning()]).toEqual([true, true]);
  },
);

test.skipIf(engine === 'sqlite')(
  'of two processes on one PostgreSQL one is killed, and the other delivers all that it left (SQLite has one that sends)',
  async () => {
    using receiver = startFairCounter(2);
    await using load = await openLoad();
    await load.webhooks(WEBHOOKS, receiver.url, { timeoutSeconds: 30 });
    await using one = await load.start(ONE);
    const [killed, ...others] = await load.nodes();
    expect([killed, others]).toEqual([expect.stringMatching(/^nod_/), []]);
    await using two = await load.start(TWO);
    await load.emit(DELIVERIES / WEBHOOKS);
    await until(receiver.haveBoth);
    await one.crash();
    const leased = await load.count(`select count(*) from webhook_deliveries where lease_owner = '${killed}'`);

    await load.passMinute([String(killed)]);
    await until(async () => (await load.states())[2] === DELIVERIES);
    expect(receiver.received.size).toBe(DELIVERIES);
    expect(await load.leased()).toBe(0);
    expect(await load.attempts('interrupted')).toBe(leased);
    expect(receiver.duplicates()).toBeLessThanOrEqual(leased);
    expect(two.isRunning()).toBe(true);
  },
);

test.skipIf(engine === 'postgres')(
  'of two processes on one SQLite file one sends; when it is killed the other takes over (PostgreSQL shares them)',
  async () => {
    using receiver = startSlowCounter();
    await using load = await openLoad();
    await load.webhooks(WEBHOOKS, receiver.url);
    await using one = await load.start(ONE);
    await using two = await load.start(TWO);
    await load.emit(DELIVERIES / WEBHOOKS);
    await until(() => receiver.from(ONE) > 200);
    expect(receiver.from(TWO)).toBe(0);

    await one.crash();
    using lateness = watchLateness();
    const killedAt = performance.now();
    const leased = await load.leased();
    await until(() => receiver.from(TWO) > 0);
    // The aim is two seconds; the others are for machines that are busy.
    expect(performance.now() - killedAt).toBeLessThan(5000 + lateness.late());

    await until(async () => (await load.states())[2] === DELIVERIES);
    expect(receiver.received.size).toBe(DELIVERIES);
    expect(receiver.duplicates()).toBeLessThanOrEqual(leased);
    expect(await load.attempts('interrupted')).toBe(leased);
    expect([two.isRunning(), await load.integrity()]).toEqual([true, 'ok']);
  },
);
