import type { InferInsertModel, InferSelectModel } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { runStatement, type Store } from './database';
import { engine } from './engine';
import { placeholders } from './sql-text';
import { shapeOf } from './table-shape';

type IdTable = PgTable & { id: PgColumn };
type New<T extends PgTable> = InferInsertModel<T>;
type Row<T extends PgTable> = InferSelectModel<T>;

/** Skips conflicting rows, and returns the others. */
export async function insertNew<T extends IdTable>(tx: Store, table: T, rows: readonly New<T>[]): Promise<Row<T>[]> {
  const complete = rows.map(shapeOf(table).withDefaults);
  const inserted = await insert(tx, table, complete, 'on conflict do nothing returning id');
  const ids = new Set(inserted.map(([id]) => id));
  return complete.filter(({ id }) => ids.has(id)) as Row<T>[];
}

export async function insertRows<T extends PgTable>(
  tx: Store,
  table: T,
  rows: readonly New<T>[],
  { skipsConflicts = false } = {},
): Promise<void> {
  const complete = rows.map(shapeOf(table).withDefaults);
  await insert(tx, table, complete, skipsConflicts ? 'on conflict do nothing' : '');
}

type StoredRow = Record<string, unknown>;

/** Building a large statement costs more on SQLite than running one per row; PostgreSQL saves round trips. */
async function insert(
  tx: Store,
  table: PgTable,
  rows: readonly StoredRow[],
  ending: string,
): Promise<readonly unknown[][]> {
  const { toValues } = shapeOf(table);
  if (engine === 'postgres' && rows.length > 1) {
    return runStatement(tx, insertionText(table, rows.length, ending), rows.flatMap(toValues));
  }
  const text = singleRowText(table, ending);
  const answers: unknown[][] = [];
  for (const row of rows) answers.push(...(await runStatement(tx, text, toValues(row))));
  return answers;
}

const texts = new WeakMap<PgTable, Map<string, string>>();

function singleRowText(table: PgTable, ending: string): string {
  let known = texts.get(table);
  if (known === undefined) texts.set(table, (known = new Map()));
  let text = known.get(ending);
  if (text === undefined) known.set(ending, (text = insertionText(table, 1, ending)));
  return text;
}

function insertionText(table: PgTable, count: number, ending: string): string {
  const { name, names, columns } = shapeOf(table);
  const rows = Array.from({ length: count }, (_, row) => `(${placeholders(columns, row * columns.length + 1)})`);
  return `insert into ${name} (${names}) values ${rows.join(', ')} ${ending}`;
}
