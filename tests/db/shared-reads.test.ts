import { afterAll, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SqliteConnection } from '../../server/db/sqlite/connection';
import { newId } from '../../shared/ids';

const nextEvent = () => new Promise<void>((resolve) => void setImmediate(resolve));
const READ = 'select name from notes order by name';

describe('reads of one turn', () => {
  const file = join(tmpdir(), `${newId('shared')}.db`);
  const [one, other] = [new SqliteConnection(file), new SqliteConnection(file)];
  one.run('create table notes (name text)');
  one.run("insert into notes values ('first')");
  afterAll(() => {
    one.close();
    other.close();
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  });

  test('see one state, and the next event sees what others have committed meanwhile', async () => {
    expect(one.run(READ)).toEqual([['first']]);
    other.run("insert into notes values ('second')");
    await Promise.resolve();
    expect(one.run(READ)).toEqual([['first']]);
    await nextEvent();
    expect(one.run(READ)).toEqual([['first'], ['second']]);
  });

  test('end before a write of their own connection, which sees all that is committed', () => {
    expect(one.run(READ)).toHaveLength(2);
    other.run("insert into notes values ('third')");
    one.run('begin immediate');
    expect(one.inTransaction).toBe(true);
    one.run("insert into notes select max(name) || '!' from notes");
    one.run('commit');
    expect(one.run(READ)).toEqual([['first'], ['second'], ['third'], ['third!']]);
    expect(one.inTransaction).toBe(false);
  });

  test('end before commits are to wait for the disk, or no longer', () => {
    expect(one.run(READ)).toHaveLength(4);
    one.waitForDisk(false);
    expect(one.run('pragma synchronous')).toEqual([[1]]);
    expect(one.run(READ)).toHaveLength(4);
    one.waitForDisk(true);
    expect(one.run('pragma synchronous')).toEqual([[2]]);
  });

  test('go on after one that fails', () => {
    expect(() => one.run('select nothing from notes')).toThrow('nothing');
    expect(() => one.run(`select json(name) from notes`)).toThrow('malformed JSON');
    expect(one.run('select count(*) from notes where name = ? limit ?', ['first', 1])).toEqual([[1]]);
  });

  test('are planned without their values, so that one plan serves every run', () => {
    one.run("create index first_notes on notes (name) where name = 'first'");
    const planOf = (condition: string, ...values: string[]): string =>
      one.run(`explain query plan select 1 from notes where ${condition}`, values).join();
    expect(planOf("name = 'first' and name <> ?", 'second')).toContain('first_notes');
    expect(planOf('name = ?', 'first')).not.toContain('first_notes');
  });
});
