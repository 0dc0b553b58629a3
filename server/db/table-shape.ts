import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

type Row = Record<string, unknown>;

interface TableShape {
  name: string;
  columns: readonly [key: string, column: PgColumn][];
  names: string;
}

const shapes = new WeakMap<PgTable, TableShape>();

export function shapeOf(table: PgTable): TableShape {
  let shape = shapes.get(table);
  if (shape === undefined) {
    const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>);
    const names = columns.map(([, { name }]) => `"${name}"`).join(', ');
    shapes.set(table, (shape = { name: `"${getTableName(table)}"`, columns, names }));
  }
  return shape;
}

export function rowOf({ columns }: TableShape, values: readonly unknown[]): Row {
  const row: Row = {};
  let index = 0;
  for (const [key, column] of columns) {
    const value = values[index];
    row[key] = value === null ? null : column.mapFromDriverValue(value);
    index += 1;
  }
  return row;
}

export const boundValue = (column: PgColumn, value: unknown): unknown =>
  value === null ? null : column.mapToDriverValue(value);
