import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';

import { members } from '../../server/access/schema/workspaces';
import { queries } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { openDatabase } from '../../server/db/open';
import { emptyDatabase } from '../support/app';
import { runCommand } from '../support/command';
import { readRows, runStatements } from '../support/statements';
import {
  firstTables,
  folderOf,
  lastColumns,
  lastNames,
  migrationsFolder,
  readJournal,
  seedStatements,
} from './migrations';

const tables = firstTables();
const testDatabases: { drop: () => Promise<void> }[] = [];
afterAll(() => Promise.all(testDatabases.map((testDatabase) => testDatabase.drop())));

async function emptyPlace(): Promise<string> {
  const testDatabase = await emptyDatabase();
  testDatabases.push(testDatabase);
  return testDatabase.url;
}

async function migrate(url: string, folder?: string): Promise<void> {
  const database = await openDatabase(url);
  try {
    await database.migrate(folder);
  } finally {
    await database.close();
  }
}

/** A database as the first migration left it, with rows in every table. */
async function oldPlace(): Promise<string> {
  const url = await emptyPlace();
  await migrate(url, migrationsFolder(1));
  await runStatements(url, ...seedStatements(tables, 3));
  return url;
}

/** Every row of the first migration’s tables, in the columns it had then. */
async function contents(url: string): Promise<Record<string, unknown[]>> {
  const entries: [string, unknown[]][] = [];
  for (const { name, columns } of tables) {
    const list = Object.keys(columns)
      .map((column) => `"${column}"`)
      .join(', ');
    const rows = await readRows(url, `select ${list} from ${name}`);
    entries.push([name, rows.map((row) => JSON.stringify(row)).toSorted()]);
  }
  return Object.fromEntries(entries);
}

const applied = async (url: string): Promise<number> => {
  const table = engine === 'postgres' ? 'drizzle.__drizzle_migrations' : '__drizzle_migrations';
  return (await readRows(url, `select hash from ${table}`)).length;
};

const COLUMNS = lastColumns('workspaces');
const NAMES = COLUMNS.map(({ name }) => `"${name}"`).join(', ');
/** What drizzle-kit writes when a column of a parent changes: on SQLite a new table in place of the old one. */
const REBUILD =
  engine === 'postgres'
    ? "alter table workspaces add column colour text not null default 'blue';--> statement-breakpoint\nalter table workspaces alter column name type varchar(500);"
    : `PRAGMA foreign_keys=OFF;--> statement-breakpoint
create table __new_workspaces (
${COLUMNS.map(({ name, type }) => `  "${name}" ${type}${name === 'id' ? ' primary key not null' : ''}`).join(',\n')},
  colour text not null default 'blue'
);--> statement-breakpoint
insert into __new_workspaces (${NAMES}, colour) select ${NAMES}, 'blue' from workspaces;--> statement-breakpoint
drop table workspaces;--> statement-breakpoint
alter table __new_workspaces rename to workspaces;--> statement-breakpoint
PRAGMA foreign_keys=ON;`;

/** Some work, so that processes that start together meet in it. */
const SLOW =
  engine === 'postgres'
    ? 'create table slow as select pg_sleep(0.3)::text as done'
    : `create table slow as
with recursive many(n) as (select 1 union all select n + 1 from many limit 2000000) select max(n) as done from many`;

describe('the journals', () => {
  const kinds = ['sqlite', 'postgres', 'sqlite-clicks'].map((kind) => ({ kind, entries: readJournal(kind).entries }));

  // SQLite keeps clicks in a file of its own, and so in a journal of its own.
  test('lead both engines to the same tables and columns', () => {
    expect(lastNames('postgres')).toEqual({ ...lastNames('sqlite'), ...lastNames('sqlite-clicks') });
  });

  test.each(kinds)('of $kind grows strictly, and names each of its files once', ({ kind, entries }) => {
    for (const [index, entry] of entries.entries()) {
      expect(entry.idx).toBe(index);
      expect(entry.when).toBeGreaterThan(entries[index - 1]?.when ?? 0);
      expect(existsSync(`${folderOf(kind)}/meta/${String(index).padStart(4, '0')}_snapshot.json`)).toBe(true);
    }
    const files = readdirSync(folderOf(kind)).filter((file) => file.endsWith('.sql'));
    expect(files.toSorted()).toEqual(entries.map((entry) => `${entry.tag}.sql`).toSorted());
  });
});

describe('a migration', () => {
  test('from the first to the last keeps every row of every table', async () => {
    const url = await oldPlace();
    const before = await contents(url);
    for (const { name } of tables) expect([name, before[name]?.length]).toEqual([name, 3]);
    const later = migrationsFolder(Infinity, [REBUILD]);
    await migrate(url, later);
    expect(await contents(url)).toEqual(before);
    expect(await applied(url)).toBe(readJournal(engine).entries.length + 1);

    await migrate(url, later);
    expect(await applied(url)).toBe(readJournal(engine).entries.length + 1);
  });

  test('that rebuilds a parent keeps the rows that belong to it', async () => {
    const url = await oldPlace();
    const before = await contents(url);
    await migrate(url, migrationsFolder(Infinity, [REBUILD]));
    expect(await contents(url)).toEqual(before);
    expect((await readRows(url, 'select colour from workspaces')).map((row) => row['colour'])).toEqual([
      'blue',
      'blue',
      'blue',
    ]);
  });

  test('that fails leaves everything as it was, also what came before it', async () => {
    const url = await oldPlace();
    const before = await contents(url);
    const broken =
      engine === 'postgres'
        ? 'delete from members;--> statement-breakpoint\nalter table members add constraint wrong check (role is null), add column x text not null;--> statement-breakpoint\nselect no_such_function()'
        : 'delete from members;--> statement-breakpoint\ndelete from workspaces where rowid = 1';
    const failed = await migrate(url, migrationsFolder(Infinity, [REBUILD, broken])).then(
      () => '',
      (error: unknown) => String((error as Error).cause ?? error),
    );
    expect(failed).toMatch(engine === 'postgres' ? /no_such_function/ : /left \d+ rows without their parent/);
    expect(await contents(url)).toEqual(before);
    expect(await applied(url)).toBe(1);

    // The next one works, with children guarded again.
    const database = await openDatabase(url);
    await database.migrate(migrationsFolder(Infinity, [REBUILD]));
    await database.close();
    expect(await contents(url)).toEqual(before);
  });

  test('is refused on a database that an unreleased version made', async () => {
    const url = await emptyPlace();
    await migrate(url, migrationsFolder(0, ['create table notes (id text primary key)']));
    const table = engine === 'postgres' ? 'drizzle.__drizzle_migrations' : '__drizzle_migrations';
    await runStatements(url, `update ${table} set created_at = 1795263570517`);
    for (const command of ['serve', 'migrate', 'doctor']) {
      const { code, out, err } = await runCommand(url, [command]);
      expect([command, code, out + err]).toEqual([
        command,
        1,
        expect.stringMatching(/An unreleased version made this database\.[^]*Set DATABASE_URL to a new database\./),
      ]);
    }
    expect(await readRows(url, 'select id from notes')).toEqual([]);
  });

  test('of a newer version is reported by doctor', async () => {
    const url = await oldPlace();
    await migrate(url, migrationsFolder(Infinity, [REBUILD]));
    const { code, out } = await runCommand(url, ['doctor']);
    expect([code, out]).toEqual([1, expect.stringMatching(/^fail\s+database .*newer version/m)]);
  });

  test('leaves children guarded by their parents', async () => {
    const database = await openDatabase(await emptyPlace());
    await database.migrate();
    const orphan = { id: 'mem_x', workspaceId: 'ws_nowhere', userId: 'usr_nobody', createdAt: new Date() };
    const refused = await queries(database)
      .insert(members)
      .values({ ...orphan, role: 'owner' })
      .then(() => false)
      .catch(() => true);
    expect(refused).toBe(true);
    await database.close();
  });

  test.each([
    ['a new database', emptyPlace],
    ['an old one', oldPlace],
  ])('of %s by several processes at once is done once', async (_, testDatabase) => {
    const url = await testDatabase();
    const folder = migrationsFolder(Infinity, [SLOW]);
    const script = `const { openDatabase } = await import('./server/db/open');
      const database = await openDatabase();
      await database.migrate(${JSON.stringify(folder)});
      await database.close();`;
    const processes = Array.from({ length: 3 }, () =>
      Bun.spawn([process.execPath, '-e', script], {
        env: { PATH: Bun.env['PATH'] ?? '', DATABASE_URL: url },
        stdout: 'ignore',
        stderr: 'pipe',
      }),
    );
    const said = await Promise.all(processes.map((child) => new Response(child.stderr).text()));
    const codes = await Promise.all(processes.map((child) => child.exited));
    expect([said, codes]).toEqual([
      ['', '', ''],
      [0, 0, 0],
    ]);
    expect(await applied(url)).toBe(readJournal(engine).entries.length + 1);
  });
});
