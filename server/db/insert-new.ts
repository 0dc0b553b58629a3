import type { InferInsertModel, InferSelectModel } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { queries, runStatement, type Store, type Value } from './database';
import { engine } from './engine';
import { boundValue, shapeOf } from './table-shape';

type IdTable = PgTable & { id: PgColumn };
type New<T extends PgTable> = InferInsertModel<T>;
type Row<T extends PgTable> = InferSelectModel<T>;

/**
 * Inserts rows and returns those without a conflict. One statement for a server; one for each row on SQLite, where
 * building it costs more than running it.
 */
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

  const { columns } = shapeOf(table);
  const text = insertionOf(table);
  const made: Row<T>[] = [];
  for (const given of rows) {
    const row: Record<string, unknown> = {};
    const values = columns.map(([key, column]): Value => {
      const value = (given as Record<string, unknown>)[key] ?? column.default ?? null;
      row[key] = value;
      return boundValue(column, value) as Value;
    });
    const [inserted] = await runStatement(tx, text, values);
    if (inserted) made.push(row as Row<T>);
  }
  return made;
}

const insertions = new WeakMap<PgTable, string>();

function insertionOf(table: PgTable): string {
  let text = insertions.get(table);
  if (text === undefined) {
    const { name, names, columns } = shapeOf(table);
    const places = columns.map((_, index) => `$${index + 1}`).join(', ');
    text = `insert into ${name} (${names}) values (${places}) on conflict do nothing returning id`;
    insertions.set(table, text);
  }
  return text;
}
