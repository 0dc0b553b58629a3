import { expect, test } from 'bun:test';

import type { Log } from '../../server/log';
import { createLog } from '../../server/log';
import { repeat, untilTurn } from '../../server/schedule';
import { until } from '../support/until';
import { lasting, staysSo } from '../support/waiting';

const log = createLog('silent');

test('a task runs again and again, never twice at a time', async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const thrice = Promise.withResolvers<void>();
  const repetition = repeat(
    {
      name: 'test',
      everyMs: 1,
      async run() {
        most = Math.max(most, (running += 1));
        await lasting(3);
        running -= 1;
        if ((runs += 1) === 3) thrice.resolve();
      },
    },
    log,
  );
  await thrice.promise;
  await repetition.stop();
  expect(most).toBe(1);
});

test('an error is logged with the name of the task, which then continues', async () => {
  const logged: unknown[] = [];
  const again = Promise.withResolvers<void>();
  let runs = 0;
  const repetition = repeat(
    {
      name: 'purge',
      everyMs: 1,
      async run() {
        if ((runs += 1) === 1) throw new Error('down');
        again.resolve();
      },
    },
    { error: (entry: unknown) => void logged.push(entry) } as unknown as Log,
  );
  await again.promise;
  await repetition.stop();
  expect(logged).toEqual([{ err: new Error('down'), task: 'purge' }]);
});

test('a stop aborts the running task, waits for it, and starts no other', async () => {
  const began = Promise.withResolvers<void>();
  let ended = false;
  let runs = 0;
  const repetition = repeat(
    {
      name: 'test',
      everyMs: 1,
      async run(signal) {
        runs += 1;
        began.resolve();
        await until(() => signal.aborted);
        ended = true;
      },
    },
    log,
  );
  await began.promise;
  await repetition.stop();
  expect(ended).toBe(true);
  await staysSo(() => runs, 5);
  expect(runs).toBe(1);
});

test('timers that were set at different times end in the same turns, and none ends much too soon or too late', () => {
  for (const at of [0, 0.4, 70, 124, 130, 249.9, 5017]) {
    for (const delay of [250, 500, 1000, 5000, 4600.5]) {
      const turn = delay < 1000 ? 250 : 1000;
      const end = at + untilTurn(delay, at);
      expect(Math.abs(end / turn - Math.round(end / turn))).toBeLessThan(1e-9);
      expect(Math.abs(end - at - delay)).toBeLessThanOrEqual(turn / 2);
    }
  }
  expect(untilTurn(200, 17)).toBe(200);
});
