import { expect, test } from 'bun:test';

import type { Log } from '../../server/log';
import { createLog } from '../../server/log';
import { repeat } from '../../server/schedule';
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
