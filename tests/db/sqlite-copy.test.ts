import { Database as Driver } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { completeCopy, copyTogether } from '../../server/db/sqlite/copy';
import { until } from '../support/until';

const ROUNDS = 12;
const ROW_BYTES = 2000;
const LOG_BYTES = 4_000_000;
const folder = mkdtempSync(join(tmpdir(), 'switchboard-copy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes each number to the first file and then to the second, without a pause; both are checkpointed often. */
const WRITER = `
const { Database } = await import('bun:sqlite');
const [one, two] = process.argv.slice(1).map((file) => {
  const driver = new Database(file, { create: true });
  driver.run('pragma journal_mode = wal');
  driver.run('pragma synchronous = normal');
  driver.run('pragma busy_timeout = 10000');
  driver.run('pragma wal_autocheckpoint = 40');
  driver.run('create table if not exists written (n integer primary key, filling blob not null)');
  return driver.query('insert into written (n, filling) values (?, randomblob(${ROW_BYTES}))');
});
for (let n = 1; ; n += 1) {
  one.run(n);
  two.run(n);
  if (n === 200) process.stdout.write('ready');
}`;

const lastIn = (file: string): { last: number; rows: number } => {
  const driver = new Driver(file, { readonly: true });
  const [row] = driver.query('select max(n), count(*) from written').values();
  driver.close();
  return { last: Number(row?.[0]), rows: Number(row?.[1]) };
};

/** Reads no more than one row: a long reader would itself keep the log. */
const newestIn = (file: string): number => {
  const driver = new Driver(file, { readonly: true });
  const [row] = driver.query('select max(n) from written').values();
  driver.close();
  return Number(row?.[0]);
};

describe('copies of files that another process writes to', () => {
  test('are whole, of one moment, and hold what was committed before', async () => {
    const [one, two] = [join(folder, 'one.db'), join(folder, 'two.db')];
    const writer = Bun.spawn([process.execPath, '-e', WRITER, one, two], { stdout: 'pipe', stderr: 'inherit' });
    try {
      await writer.stdout.getReader().read();
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = lastIn(two).last;
        const files = [one, two].map((from) => ({ from, to: `${from}.${round}` }));
        let held = 0;
        copyTogether(files, () => (held = lastIn(one).last));
        for (const { to } of files) completeCopy(to);
        const [first = { last: 0, rows: 0 }, second = { last: 0, rows: 0 }] = files.map(({ to }) => lastIn(to));
        expect([first.rows, second.rows]).toEqual([first.last, second.last]);
        expect(second.last).toBeGreaterThanOrEqual(before);
        expect(first.last - second.last).toBeOneOf([0, 1]);
        expect(first.last).toBe(held);
        // Writers go on, and the log is given back to them.
        await until(() => newestIn(two) > held + 50);
      }
      const sizeOfLog = (): number => statSync(`${one}-wal`).size;
      const room = Math.max(sizeOfLog(), LOG_BYTES);
      const filled = newestIn(one) + (3 * room) / ROW_BYTES;
      await until(() => newestIn(one) > filled);
      expect(sizeOfLog()).toBeLessThan(2 * room);
    } finally {
      writer.kill('SIGKILL');
      await writer.exited;
    }
  });

  test('that are damaged are reported', () => {
    const file = join(folder, 'damaged.db');
    const driver = new Driver(file, { create: true });
    driver.run('create table parents (id integer primary key)');
    driver.run('create table children (parent integer references parents (id))');
    driver.run('insert into children values (1)');
    driver.close();
    expect(() => completeCopy(file)).toThrow('a row of children without its parent');
  });
});
