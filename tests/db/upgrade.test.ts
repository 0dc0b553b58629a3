import { Database as Driver } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { engine } from '../../server/db/engine';
import { openDatabase } from '../../server/db/open';
import { migrate } from '../../server/db/sqlite/migrate';
import { emptyDatabase } from '../support/app';
import { readRows, runStatements } from '../support/statements';
import { migrationsFolder, readJournal, seedStatements, sortedTables, type Table } from './migrations';

const ROWS = 3;
const folder = mkdtempSync(join(tmpdir(), 'switchboard-upgrade-'));
const testDatabases: { drop: () => Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(testDatabases.map((testDatabase) => testDatabase.drop()));
  rmSync(folder, { recursive: true, force: true });
});

/** Every row of the tables, in the columns that the next migration leaves them. */
async function contents(url: string, tables: readonly Table[], next: readonly Table[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const { name, columns } of tables) {
    const after = next.find((table) => table.name === name);
    const kept = Object.keys(columns).filter((column) => after?.columns[column] !== undefined);
    if (kept.length === 0) continue;
    const rows = await readRows(url, `select ${kept.map((column) => `"${column}"`).join(', ')} from ${name}`);
    found.set(name, rows.map((row) => JSON.stringify(row)).toSorted());
  }
  return found;
}

async function migrateTo(kind: string, url: string, count: number, extra: string[] = []): Promise<void> {
  const migrations = migrationsFolder(count, extra, kind);
  if (kind === 'sqlite-clicks') {
    const driver = new Driver(url, { create: true });
    migrate(driver, migrations);
    driver.close();
    return;
  }
  const database = await openDatabase(url);
  await database.migrate(migrations);
  await database.close();
}

/** Two migrations that a later version could bring: a column for every table, and then its values. */
const LATER = (tables: readonly Table[]): string[] =>
  [
    ({ name }: Table) => `alter table ${name} add column later text not null default 'old'`,
    ({ name }: Table) => `update ${name} set later = 'new'`,
  ].map((statement) => tables.map(statement).join(';--> statement-breakpoint\n'));

const kinds = engine === 'postgres' ? ['postgres'] : ['sqlite', 'sqlite-clicks'];

test.each(kinds)('each migration of %s keeps every row of every table that was there before it', async (kind) => {
  const testDatabase = await emptyDatabase();
  testDatabases.push(testDatabase);
  const url = kind === 'sqlite-clicks' ? join(folder, 'clicks.db') : testDatabase.url;
  const { entries } = readJournal(kind);
  const filled = new Set<string>();

  for (const [index, { tag }] of entries.entries()) {
    await migrateTo(kind, url, index + 1);
    const tables = sortedTables(index, kind);
    const fresh = tables.filter(({ name }) => !filled.has(name));
    await runStatements(url, ...seedStatements(tables, ROWS, fresh));
    for (const { name } of fresh) filled.add(name);
    if (index === entries.length - 1) break;

    const next = sortedTables(index + 1, kind);
    const before = await contents(url, tables, next);
    expect([tag, Math.min(...[...before.values()].map((rows) => rows.length))]).toEqual([tag, ROWS]);
    await migrateTo(kind, url, index + 2);
    expect([tag, await contents(url, tables, next)]).toEqual([tag, before]);
  }

  const tables = sortedTables(entries.length - 1, kind);
  const before = await contents(url, tables, tables);
  expect(Math.min(...[...before.values()].map((rows) => rows.length))).toBe(ROWS);
  await migrateTo(kind, url, entries.length, LATER(tables));
  expect(await contents(url, tables, tables)).toEqual(before);
  for (const { name } of tables) {
    const rows = await readRows(url, `select later from ${name}`);
    expect([name, rows]).toEqual([name, Array.from({ length: ROWS }, () => ({ later: 'new' }))]);
  }
});
