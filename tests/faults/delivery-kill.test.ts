import { expect, test } from 'bun:test';

import { engine } from '../../server/db/engine';
import { until } from '../support/process';
import { openLoad, startCounter } from './delivery-load';

/**
 * `KILLS=100 DELIVERIES=100000 bun test tests/faults/delivery-kill.test.ts` is the same at length, and prints what it
 * counted.
 */
const KILLS = Number(Bun.env['KILLS'] ?? 4);
const DELIVERIES = Number(Bun.env['DELIVERIES'] ?? 1200);
const WEBHOOKS = 10;
const LIMIT_MS = 60_000 + KILLS * 10_000 + DELIVERIES * 10;
/** Young requests of one process. */
const FAST_SLOTS = 64;
/** Results that may wait for a commit before nothing more is sent, and those of requests that then still run. */
const UNWRITTEN = 1000;

test(
  `kill -9 at ${KILLS} random times in ${DELIVERIES} deliveries loses none, and repeats no more than was on its way`,
  async () => {
    using receiver = startCounter();
    await using load = await openLoad();
    const webhooks = await load.webhooks(WEBHOOKS, receiver.url);
    await load.emit(DELIVERIES / WEBHOOKS);

    const leases: number[] = [];
    // By their process too: one that is killed early has not found what the one before it left.
    const leased = new Set<string>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      await using server = await load.start();
      // The kills share what is left, so that the last one still meets a queue, whatever arrives until it comes.
      const left = Math.max(0, DELIVERIES - receiver.received.size - 4 * FAST_SLOTS);
      const target = receiver.received.size + Math.floor((Math.random() * 1.6 * left) / (KILLS - kill + 1));
      await until(() => receiver.received.size >= target, { timeoutMs: LIMIT_MS });
      await server.crash();
      const found = await load.leases();
      leases.push(found.length);
      for (const lease of found) leased.add(lease);
      await load.passMinute(await load.nodes());
    }
    expect(receiver.received.size).toBeLessThan(DELIVERIES);

    await using last = await load.start();
    await until(async () => (await load.states())[2] === DELIVERIES, { timeoutMs: LIMIT_MS });
    last.kill('SIGTERM');
    expect(await last.exited).toBe(0);

    const rows = await load.deliveries();
    const urls = new Map(webhooks.map(({ no, url }) => [no, new URL(url).pathname]));
    const expected = rows.map((row) => `${urls.get(row.webhookNo)} ${row.eventId}`);
    expect(expected.filter((key) => !receiver.received.has(key))).toEqual([]);
    expect([rows.length, receiver.received.size, new Set(rows.map(({ state }) => state))]).toEqual([
      DELIVERIES,
      DELIVERIES,
      new Set([2]),
    ]);
    // Each lease that a kill left behind was found, told of and given to the next process, once.
    expect(await load.attempts('interrupted')).toBe(leased.size);
    expect(receiver.duplicates()).toBeLessThanOrEqual(leased.size);
    expect(Math.max(...leases)).toBeLessThanOrEqual(FAST_SLOTS + UNWRITTEN + FAST_SLOTS);
    expect(await load.integrity()).toBe('ok');

    if (Bun.env['KILLS'] !== undefined) {
      const duplicates = receiver.duplicates();
      process.stdout.write(
        `${engine}: ${KILLS} kills, ${DELIVERIES} deliveries, 0 lost, ${duplicates} repeated, leased ${leases.join(' ')}\n`,
      );
    }
  },
  LIMIT_MS,
);
