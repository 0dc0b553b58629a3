import { runStatement, type Store, type Value } from './database';
import { engine } from './engine';

export type RecordColumns = readonly (readonly [name: string, type: string])[];
type StoredRecord = Record<string, Value | boolean | Date | object>;

/** `value(name)` is a value of the record, `source` replaces FROM. One statement on PostgreSQL, else one each. */
export function forEachRecord(
  columns: RecordColumns,
  write: (value: (name: string) => string, source: string) => string,
): (tx: Store, records: readonly StoredRecord[]) => Promise<unknown[][]> {
  const names = columns.map(([name]) => name);
  if (engine === 'postgres') {
    const types = columns.map((column) => column.join(' ')).join(', ');
    const text = write((name) => `r.${name}`, `from jsonb_to_recordset($1::text::jsonb) as r(${types})`);
    return async (tx, records) =>
      records.length === 0 ? [] : [...(await runStatement(tx, text, [JSON.stringify(records)]))];
  }

  const text = write((name) => `$${names.indexOf(name) + 1}`, '');
  return async (tx, records) => {
    const rows: unknown[][] = [];
    for (const record of records) {
      const values = names.map((name) => valueOf(record[name] ?? null));
      rows.push(...(await runStatement(tx, text, values)));
    }
    return rows;
  };
}

export const insertOf = (table: string, columns: RecordColumns, value: (name: string) => string): string =>
  `insert into ${table} (${columns.map(([name]) => name).join(', ')}) select ${columns.map(([name]) => value(name)).join(', ')}`;

function valueOf(value: StoredRecord[string]): Value {
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Date) return value.getTime();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
