import { afterAll, describe, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { databaseUrl, engine } from '../../server/db/engine';
import { freshDatabase } from '../support/app';
import { runCommand } from '../support/command';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const within = (name: string): string => join(folder, name);
mkdirSync(within('folder.db'));
writeFileSync(within('text.db'), 'This is no database. '.repeat(100));
writeFileSync(within('file'), '');

/** What commands say of the place; all of them fail. */
async function refusals(url: string, names = ['serve', 'migrate', 'doctor'], under: string[] = []): Promise<string[]> {
  const said = await Promise.all(names.map((name) => runCommand(url, [name], {}, { under })));
  expect(said.map(({ code }) => code)).toEqual(names.map(() => 1));
  // The findings of `doctor` are what was asked for; errors of the others are not.
  return said.map(({ out, err }, index) => {
    expect(names[index] === 'doctor' ? err : out).toBe('');
    return out + err;
  });
}

/** A sentence and what to do about it; no stack, and no password. */
const expectSentences = (said: readonly string[], ...patterns: RegExp[]): void => {
  for (const text of said) {
    for (const pattern of patterns) expect(text).toMatch(pattern);
    expect(text).not.toMatch(/ {4}at |node_modules|s3cret/);
  }
};

describe('a start says in a sentence what is wrong with DATABASE_URL, and how to mend it', () => {
  test.each([
    ['a folder', within('folder.db'), /is a folder/, /Set DATABASE_URL to a file in it\./],
    ['a file of another kind', within('text.db'), /is not a SQLite database/, /Set DATABASE_URL to another file\./],
    [
      'below a file',
      join(within('file'), 'test.db'),
      /cannot be (?:created or used|written)/,
      /set DATABASE_URL|DATABASE_URL/i,
    ],
    ['another engine', 'mysql://root:s3cret@127.0.0.1/x', /Must be a file, or postgres:\/\//, /DATABASE_URL/],
    ['no address', 'postgres://user:s3cret/@host/x', /Must be a file, or postgres:\/\//, /%2F/],
    [
      'a PostgreSQL that is not there',
      'postgres://nobody:s3cret@127.0.0.1:1/none',
      /PostgreSQL at 127\.0\.0\.1:1 does not respond/,
      /Check the host and the port in DATABASE_URL/,
    ],
  ])('%s', async (_, url, what, mend) => {
    expectSentences(await refusals(url), what, mend);
  });

  test.skipIf(engine === 'sqlite')('a database that is not there, on a PostgreSQL that is', async () => {
    const url = new URL(databaseUrl);
    url.pathname = '/switchboard_nowhere';
    expectSentences(await refusals(url.href), /database "switchboard_nowhere" does not exist/, /createdb/);
  });
});

/** Root may write everywhere, so it runs without that right. */
const isRoot = process.getuid?.() === 0;
const WITHOUT_RIGHT = isRoot ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : [];
const canDrop = !isRoot || Bun.spawnSync([...WITHOUT_RIGHT, 'true']).exitCode === 0;

test.skipIf(engine === 'postgres' || !canDrop)(
  'a database file that cannot be written is told by serve and by doctor',
  async () => {
    const fresh = await freshDatabase();
    await fresh.database.close();
    chmodSync(fresh.url, 0o444);
    const patterns = [/cannot be written \(SQLITE_READONLY/, /Give the user of the service write access/];
    expectSentences(await refusals(fresh.url, ['serve', 'doctor'], WITHOUT_RIGHT), ...patterns);
    for (const ending of ['', '-shm', '-wal']) {
      if (existsSync(fresh.url + ending)) chmodSync(fresh.url + ending, 0o644);
    }
    expect((await runCommand(fresh.url, ['doctor'], {}, { under: WITHOUT_RIGHT })).code).toBe(0);
    rmSync(dirname(fresh.url), { recursive: true });
  },
);

test('a port in use is reported too, and no process keeps running', async () => {
  const fresh = await freshDatabase();
  const busy = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('Not ours') });
  const { port } = busy;
  const { err, code } = await runCommand(fresh.url, ['serve'], { PORT: String(port) });
  await busy.stop(true);
  expect(code).toBe(1);
  expectSentences([err], new RegExp(`cannot listen on 127\\.0\\.0\\.1:${port} \\(EADDRINUSE\\)`), /set HOST and PORT/);
  await fresh.close();
});
