import { getTableColumns, getTableName, type InferInsertModel, type InferSelectModel } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { queries, runStatement, type Store, type Value } from '../database';
import { engine } from '../engine';

type IdTable = PgTable & { id: PgColumn };
type New<T extends PgTable> = InferInsertModel<T>;
type Row<T extends PgTable> = InferSelectModel<T>;

/**
 * Inserts rows and returns those that met nothing unique which is taken. With a server one statement is the quickest
 * for all of them; without one, building it costs more than the rows do, so that each is run by itself.
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

  const { columns, text } = insertionOf(table);
  const made: Row<T>[] = [];
  for (const given of rows) {
    const row: Record<string, unknown> = {};
    const values = columns.map(([key, column]): Value => {
      const value = (given as Record<string, unknown>)[key] ?? column.default ?? null;
      row[key] = value;
      return value === null ? null : (column.mapToDriverValue(value) as Value);
    });
    const [inserted] = await runStatement(tx, text, values);
    if (inserted) made.push(row as Row<T>);
  }
  return made;
}

interface Insertion {
  columns: [string, PgColumn][];
  text: string;
}

const insertions = new WeakMap<PgTable, Insertion>();

function insertionOf(table: IdTable): Insertion {
  let insertion = insertions.get(table);
  if (insertion === undefined) {
    const columns = Object.entries(getTableColumns<PgTable>(table) as Record<string, PgColumn>);
    const names = columns.map(([, column]) => `"${column.name}"`).join(', ');
    const places = columns.map((_, index) => `$${index + 1}`).join(', ');
    const text = `insert into "${getTableName(table)}" (${names}) values (${places}) on conflict do nothing returning id`;
    insertions.set(table, (insertion = { columns, text }));
  }
  return insertion;
}
