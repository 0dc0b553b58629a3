import { afterEach, expect, test } from 'bun:test';

import { createLog } from '../../server/log';
import { createMetrics } from '../../server/metrics';
import type { QueueOptions } from '../../server/work/types';
import { createWorkQueues } from '../../server/work/work-queues';
import { freshDatabase } from '../support/app';
import { until } from '../support/process';
import { lasting } from '../support/waiting';

const HOUR_MS = 3_600_000;
const QUIET_MS = 1500;

interface Row {
  lane: string;
  at: number;
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A queue over rows that a list holds, with a clock that the test sets. */
async function queueOver(rows: Row[], change: Partial<QueueOptions<Row>> = {}) {
  const testDatabase = await freshDatabase();
  const clock = { ahead: 0 };
  const metrics = createMetrics();
  const now = () => new Date(Date.now() + clock.ahead);
  const queues = createWorkQueues({ database: testDatabase.database, log: createLog('silent'), now, metrics });
  const seen = { sweeps: 0, ran: [] as Row[] };
  const queue = queues.add<Row>({
    name: 'tested',
    parallelLanes: 1,
    batch: 2,
    async due() {
      seen.sweeps += 1;
      return rows;
    },
    async claim(lane, { now: at, limit }) {
      const due = rows.filter((row) => row.lane === lane && row.at <= at.getTime()).slice(0, limit);
      for (const row of due) rows.splice(rows.indexOf(row), 1);
      return due;
    },
    run: async (row) => void seen.ran.push(row),
    ...change,
  });
  await queues.node.start();
  queue.start();
  closing.push(
    () => testDatabase.close(),
    () => queues.node.stop(),
    () => queue.stop(),
  );
  return { queue, seen, clock, metrics, rows };
}

test('an idle queue sleeps until its next work is due, and then until a hint', async () => {
  const { queue, seen, rows } = await queueOver([{ lane: 'a', at: Date.now() + 400 }]);
  await until(() => seen.ran.length === 1);
  await queue.idle();
  // What was just done is looked at once more, later on a busy machine.
  await until(async () => {
    const before = seen.sweeps;
    await lasting(QUIET_MS);
    return seen.sweeps === before;
  });
  expect(seen.sweeps).toBeLessThan(8);

  rows.push({ lane: 'a', at: 0 });
  queue.wake('a');
  await until(() => seen.ran.length === 2);
});

test('a hint at work that is due later ends the sleep at its time, and not before', async () => {
  const { queue, seen, rows } = await queueOver([]);
  // A start looks once by itself.
  await lasting(5);
  await queue.idle();
  const { sweeps } = seen;
  const at = Date.now() + 400;
  rows.push({ lane: 'a', at });
  queue.wakeAt(at + HOUR_MS);
  queue.wakeAt(at);
  await until(() => seen.ran.length === 1);
  expect(Date.now()).toBeGreaterThanOrEqual(at);
  expect(seen.sweeps - sweeps).toBeLessThan(3);
});

test('a clock that is set forth makes due what is due by then', async () => {
  const { seen, clock } = await queueOver([{ lane: 'a', at: Date.now() + HOUR_MS }]);
  await until(() => seen.sweeps > 0);
  expect(seen.ran).toHaveLength(0);
  clock.ahead = HOUR_MS + 1;
  await until(() => seen.ran.length === 1);
});

test('a clock that is set back delays no work that a hint names', async () => {
  const { queue, seen, clock, rows } = await queueOver([]);
  clock.ahead = -HOUR_MS;
  rows.push({ lane: 'a', at: Date.now() - HOUR_MS - 1 });
  queue.wake('a');
  await until(() => seen.ran.length === 1);
});

test('lanes take turns, and so do groups of lanes', async () => {
  const rows = ['x 1', 'x 2', 'x 3', 'y 1'].flatMap((lane) => Array.from({ length: 4 }, () => ({ lane, at: 0 })));
  const { queue, seen } = await queueOver(rows, { groupOf: (lane) => lane.split(' ')[0] ?? '' });
  await queue.idle();
  expect(seen.ran).toHaveLength(16);
  const turns = seen.ran.filter((_, index) => index % 2 === 0).map(({ lane }) => lane);
  expect(turns.slice(0, 4)).toEqual(['x 1', 'y 1', 'x 2', 'y 1']);
});

test('work that throws is tried again later and later, and each queue has the same figures', async () => {
  let failures = 2;
  const rows = [{ lane: 'a', at: 0 }];
  const { queue, seen, metrics } = await queueOver(rows, {
    claim: async () => [...rows],
    retry: (count) => count * 50,
    async run(row) {
      if ((failures -= 1) >= 0) throw new Error('Not now.');
      rows.splice(0);
      seen.ran.push(row);
    },
  });
  await until(() => seen.ran.length === 1);
  await queue.idle();
  const text = await metrics.text();
  expect(text).toContain('work_runs_total{queue="tested",result="failed"} 2');
  expect(text).toContain('work_runs_total{queue="tested",result="done"} 1');
  expect(text).toContain('work_due{queue="tested"} 0');
  expect(text).toContain('work_lag_seconds{queue="tested"} 0');
  expect(text).toContain('work_seconds_count{queue="tested"} 3');
});

test('runs that began before the wait count as found', async () => {
  const gate = Promise.withResolvers<void>();
  const { queue, rows } = await queueOver([{ lane: 'a', at: 0 }], { run: () => gate.promise });
  await until(() => rows.length === 0);
  const idle = queue.idle();
  gate.resolve();
  expect(await idle).toBeGreaterThan(0);
  expect(await queue.idle()).toBe(0);
});

test('rows of a claim that reports the rest run beside further turns', async () => {
  const gate = Promise.withResolvers<void>();
  const rows = Array.from({ length: 3 }, () => ({ lane: 'a', at: 0 }));
  const { queue, seen } = await queueOver(rows, {
    claim: async () => ({ rows: rows.splice(0, 1), next: rows.length > 0 ? 'more' : 'done' }),
    async run(row) {
      seen.ran.push(row);
      await gate.promise;
    },
  });
  await until(() => seen.ran.length === 3);
  let isStopped = false;
  const stopped = queue.stop().then(() => (isStopped = true));
  await lasting(50);
  expect(isStopped).toBe(false);
  gate.resolve();
  await stopped;
});

test('a lane whose row fails beside its turn rests, though the claim says that there is more', async () => {
  let tries = 0;
  const rows = [{ lane: 'a', at: 0 }];
  await queueOver(rows, {
    claim: async () => ({ rows: [...rows], next: 'more' }),
    async run() {
      tries += 1;
      throw new Error('Not now.');
    },
  });
  await until(() => tries > 0);
  await lasting(500);
  expect(tries).toBeLessThan(3);
});

test('a lane whose rest ends while a sweep runs is not forgotten', async () => {
  let turns = 0;
  // A long list of due lanes: by its end the rest of the first is over.
  const others = {
    at: Infinity,
    get lane() {
      for (const end = performance.now() + 2; performance.now() < end;);
      return 'others';
    },
  };
  await queueOver([{ lane: 'a', at: 0 }], {
    due: async () => [{ lane: 'a', at: 0 }, others],
    async claim() {
      turns += 1;
      return { rows: [], next: { pauseMs: 1.9 } };
    },
  });
  await until(() => turns > 300);
});

test('a stop waits for what runs, and begins nothing more', async () => {
  const gate = Promise.withResolvers<void>();
  const rows = Array.from({ length: 6 }, () => ({ lane: 'a', at: 0 }));
  const { queue, seen } = await queueOver(rows, {
    async run(row) {
      await gate.promise;
      seen.ran.push(row);
    },
  });
  await until(() => rows.length === 4);
  const stopped = queue.stop();
  gate.resolve();
  await stopped;
  expect([seen.ran.length, rows.length]).toEqual([2, 4]);
});
