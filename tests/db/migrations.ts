import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { engine } from '../../server/db/engine';

export interface Journal {
  entries: { idx: number; when: number; tag: string; version: string; breakpoints: boolean }[];
}

export interface Table {
  name: string;
  columns: Record<string, { name: string; type: string }>;
  foreignKeys: Record<string, { tableTo: string; columnsFrom: string[]; columnsTo: string[] }>;
}

export const folderOf = (kind: string): string => `drizzle/${kind}`;

export const readJournal = (kind: string): Journal =>
  JSON.parse(readFileSync(`${folderOf(kind)}/meta/_journal.json`, 'utf8')) as Journal;

function tablesAfter(migration: number, kind: string = engine): Table[] {
  const file = `${folderOf(kind)}/meta/${String(migration).padStart(4, '0')}_snapshot.json`;
  return Object.values((JSON.parse(readFileSync(file, 'utf8')) as { tables: Record<string, Table> }).tables);
}

/** Names of the tables and of their columns as the last migration of a kind leaves them. */
export const lastNames = (kind: string): Record<string, string[]> =>
  Object.fromEntries(
    tablesAfter(readJournal(kind).entries.length - 1, kind).map(({ name, columns }) => [
      name,
      Object.keys(columns).toSorted(),
    ]),
  );

/** The columns of a table as the last migration leaves it. */
export function lastColumns(name: string): Table['columns'][string][] {
  const table = tablesAfter(readJournal(engine).entries.length - 1).find((one) => one.name === name);
  if (!table) throw new Error(`There is no table ${name}.`);
  return Object.values(table.columns);
}

/** The tables of the first migration, parents before children. */
export const firstTables = (): Table[] => sortedTables(0);

/** The tables as a migration of a kind leaves them, parents before children. */
export function sortedTables(migration: number, kind: string = engine): Table[] {
  const left = new Map(tablesAfter(migration, kind).map((table) => [table.name, table]));
  const sorted: Table[] = [];
  while (left.size > 0) {
    const next = [...left.values()].find((table) =>
      Object.values(table.foreignKeys).every((key) => !left.has(key.tableTo) || key.tableTo === table.name),
    );
    if (!next) throw new Error('Tables refer to each other in a ring.');
    sorted.push(next);
    left.delete(next.name);
  }
  return sorted;
}

/** A folder with the first migrations of a kind, and then those given as SQL. */
export function migrationsFolder(count: number, extra: string[] = [], kind: string = engine): string {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-migrations-'));
  const { entries } = readJournal(kind);
  const kept = entries.slice(0, count);
  for (const { tag } of kept) cpSync(`${folderOf(kind)}/${tag}.sql`, join(folder, `${tag}.sql`));
  const last = entries.at(-1)?.when ?? 0;
  const added = extra.map((sql, index) => {
    const tag = `${String(kept.length + index).padStart(4, '0')}_extra`;
    writeFileSync(join(folder, `${tag}.sql`), sql);
    return { idx: kept.length + index, when: last + 1 + index, tag, version: '7', breakpoints: true };
  });
  mkdirSync(join(folder, 'meta'));
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ entries: [...kept, ...added] }));
  return folder;
}

/** PostgreSQL numbers rows itself, unless it is told to take what is given. */
const GIVEN_NUMBERS = engine === 'postgres' ? 'overriding system value' : '';

/** Statements that put `count` rows into each table of `into`; row n of a child belongs to row n of its parent. */
export const seedStatements = (tables: Table[], count: number, into = tables): string[] =>
  into.map((table) => {
    const columns = Object.values(table.columns);
    const rows = Array.from(
      { length: count },
      (_, row) => `(${columns.map((column) => valueOf(tables, table, column.name, row + 1)).join(', ')})`,
    );
    const names = columns.map((column) => `"${column.name}"`).join(', ');
    return `insert into ${table.name} (${names}) ${GIVEN_NUMBERS} values ${rows.join(', ')}`;
  });

function valueOf(tables: Table[], table: Table, column: string, row: number): string {
  for (const { tableTo, columnsFrom, columnsTo } of Object.values(table.foreignKeys)) {
    const parent = tables.find((candidate) => candidate.name === tableTo);
    const target = columnsTo[columnsFrom.indexOf(column)];
    if (parent && target !== undefined) return valueOf(tables, parent, target, row);
  }
  const type = table.columns[column]?.type ?? '';
  if (/int/.test(type)) return String(row);
  if (type === 'boolean') return row % 2 === 0 ? 'true' : 'false';
  if (type.startsWith('timestamp')) return `'2026-01-0${row}T00:00:00.123Z'`;
  if (type === 'jsonb') return `'{"${column}":[${row},"ä"]}'`;
  if (type === 'uuid') return `'00000000-0000-7000-8000-00000000000${row}'`;
  if (type === 'blob') return `x'0000000000000000000000000000000${row}'`;
  if (type === 'text') return `'${table.name}.${column} ${row} ä'`;
  throw new Error(`No value for a column of type ${type}.`);
}
