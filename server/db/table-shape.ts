import { Column, getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { Value } from './database';

type Row = Record<string, unknown>;
type Columns = readonly [key: string, column: PgColumn][];

interface TableShape {
  name: string;
  columns: Columns;
  names: string;
  toRow: (values: readonly unknown[]) => Row;
  withDefaults: (given: Row) => Row;
  toValues: (row: Row) => Value[];
}

const shapes = new WeakMap<PgTable, TableShape>();

export function shapeOf(table: PgTable): TableShape {
  let shape = shapes.get(table);
  if (shape === undefined) {
    const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>);
    const names = columns.map(([, { name }]) => `"${name}"`).join(', ');
    shapes.set(table, (shape = { name: `"${getTableName(table)}"`, columns, names, ...compile(columns) }));
  }
  return shape;
}

export const rowOf = ({ toRow }: TableShape, values: readonly unknown[]): Row => toRow(values);

/** Loops over the columns take several times as long. */
function compile(columns: Columns): Pick<TableShape, 'toRow' | 'withDefaults' | 'toValues'> {
  const fields = (valueOf: (key: string, index: number, column: PgColumn) => string): string[] =>
    columns.map(([key, column], index) => valueOf(key, index, column));
  const converted = (value: string, index: number, method: 'mapFromDriverValue' | 'mapToDriverValue'): string =>
    columns[index]?.[1][method] === Column.prototype[method]
      ? value
      : `${value} === null ? null : columns[${index}][1].${method}(${value})`;

  const toRow = fields((key, index) => `${key}: ${converted(`values[${index}]`, index, 'mapFromDriverValue')}`);
  const withDefaults = fields((key, index) => `${key}: given.${key} ?? columns[${index}][1].default ?? null`);
  const toValues = fields((key, index) => converted(`row.${key}`, index, 'mapToDriverValue'));
  return new Function(
    'columns',
    `return {
      toRow: (values) => ({ ${toRow.join(', ')} }),
      withDefaults: (given) => ({ ${withDefaults.join(', ')} }),
      toValues: (row) => [${toValues.join(', ')}],
    };`,
  )(columns) as ReturnType<typeof compile>;
}

export const boundValue = (column: PgColumn, value: unknown): unknown =>
  value === null ? null : column.mapToDriverValue(value);
