import { expect, test } from 'bun:test';

import { createLog, failuresOf } from '../../server/log';
import { HANGING_MS, until } from '../support/until';

function heardLog(times = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }, times);
  return { log, lines };
}
const fullDisk = () => Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
const full = { code: 'disk_full', message: 'database is read-only: disk full', since: expect.any(Date) };

test('one cause is logged once, whichever tasks and requests meet it', () => {
  const { log, lines } = heardLog();
  for (let count = 0; count < 100; count += 1) {
    log.error({ err: fullDisk(), task: `task ${count % 7}` }, 'task failed');
    log.error({ err: new Error('Failed query', { cause: fullDisk() }), request_id: 'req_1' }, 'request failed');
  }
  expect(lines.map(({ msg }) => msg)).toEqual(['task failed']);
  expect(failuresOf(log).current()).toEqual([full]);
});

test('repetitions are counted', async () => {
  const { log, lines } = heardLog({ reportEveryMs: 500, quietMs: HANGING_MS });
  const fail = () => log.error({ err: fullDisk(), task: 'heartbeat' }, 'task failed');
  for (let count = 0; count < 3; count += 1) fail();
  const timer = setInterval(fail, 50);
  await until(() => lines.length > 1);
  clearInterval(timer);
  expect(lines[1]).toMatchObject({
    level: 'error',
    msg: 'still failing: database is read-only: disk full',
    cause: 'disk_full',
    sources: ['task failed: heartbeat'],
  });
  expect(lines[1]?.['failures']).toBeGreaterThan(1);
});

test('the end of repetitions is logged', async () => {
  const { log, lines } = heardLog({ quietMs: 100 });
  for (const task of ['one', 'other']) log.error({ err: fullDisk(), task }, 'task failed');
  expect(failuresOf(log).current()).toEqual([full]);
  await until(() => lines.some(({ msg }) => msg === 'recovered: database is read-only: disk full'));
  expect(failuresOf(log).current()).toEqual([]);
});

test('failures of different causes, and those of requests that fail by themselves, are all logged', () => {
  const { log, lines } = heardLog();
  log.error({ err: new Error('one'), task: 'a' }, 'task failed');
  log.error({ err: new Error('two'), task: 'a' }, 'task failed');
  log.error({ err: new Error('one'), task: 'b' }, 'task failed');
  log.error({ err: new Error('bug'), request_id: 'req_1' }, 'request failed');
  log.error({ err: new Error('bug'), request_id: 'req_2' }, 'request failed');
  expect(lines.length).toBe(5);
  expect(failuresOf(log).current()).toEqual([]);
  log.error({ err: new Error('one'), task: 'a' }, 'task failed');
  expect(failuresOf(log).current()).toMatchObject([{ code: 'task_failing', message: 'background task failed: a' }]);
});
