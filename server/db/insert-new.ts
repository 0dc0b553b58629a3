import type { InferInsertModel, InferSelectModel } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { queries, runStatement, type Store, type Value } from './database';
import { engine } from './engine';
import { placeholders } from './sql-text';
import { boundValue, shapeOf } from './table-shape';

type IdTable = PgTable & { id: PgColumn };
type New<T extends PgTable> = InferInsertModel<T>;
type Row<T extends PgTable> = InferSelectModel<T>;

/** Skips conflicting rows. SQLite runs a statement per row, since building a large one costs more. */
export async function insertNew<T extends IdTable>(tx: Store, table: T, rows: readonly New<T>[]): Promise<Row<T>[]> {
  if (rows.length === 0) return [];
  if (engine === 'postgres') {
    const source: PgTable = table;
    const made = await queries(tx)
      .insert(source)
      .values([...rows] as never)
      .onConflictDoNothing()
      .returning();
    return made as Row<T>[];
  }

  const text = `${insertionOf(table)} on conflict do nothing returning id`;
  const made: Row<T>[] = [];
  for (const given of rows) {
    const { row, values } = bound(table, given);
    const [inserted] = await runStatement(tx, text, values);
    if (inserted) made.push(row as Row<T>);
  }
  return made;
}

/** Building a large statement costs more on SQLite than running one per row; PostgreSQL saves round trips. */
export async function insertRows<T extends PgTable>(tx: Store, table: T, rows: readonly New<T>[]): Promise<void> {
  if (engine === 'postgres' && rows.length > 1) {
    const target: PgTable = table;
    return void (await queries(tx)
      .insert(target)
      .values([...rows] as never));
  }
  for (const given of rows) await runStatement(tx, insertionOf(table), bound(table, given).values);
}

function bound(table: PgTable, given: object): { row: Record<string, unknown>; values: Value[] } {
  const row: Record<string, unknown> = {};
  const values = shapeOf(table).columns.map(([key, column]): Value => {
    const value = (given as Record<string, unknown>)[key] ?? column.default ?? null;
    row[key] = value;
    return boundValue(column, value) as Value;
  });
  return { row, values };
}

const insertions = new WeakMap<PgTable, string>();

function insertionOf(table: PgTable): string {
  let text = insertions.get(table);
  if (text === undefined) {
    const { name, names, columns } = shapeOf(table);
    const places = placeholders(columns);
    text = `insert into ${name} (${names}) values (${places})`;
    insertions.set(table, text);
  }
  return text;
}
