import type { InferSelectModel } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { andThen, type Awaitable } from '../awaitable';
import { readRows, type Store } from './database';
import { jsonValues } from './dialect';
import { placeholders } from './sql-text';
import { rowOf, shapeOf } from './table-shape';
import { type Lock, lockText } from './tables';

type OwnedTable = PgTable & { workspaceId: PgColumn };

interface Wanted {
  workspaceId: string;
  key: string;
  values: readonly (string | number)[];
  lock: Lock;
}

/** More values are one JSON array: databases limit the places of a statement. */
const MAX_PLACES = 200;
const IN_ONE_PLACE = 0;

const readings = new WeakMap<PgTable, Map<string, string[]>>();

/** In the order of the column. The text is written once per table, column and number of values. */
export function rowsBy<T extends OwnedTable>(
  store: Store,
  table: T,
  { workspaceId, key, values, lock }: Wanted,
): Awaitable<InferSelectModel<T>[]> {
  if (values.length === 0) return [];
  const isLong = values.length > MAX_PLACES;
  const text = textOf(table, key, isLong ? IN_ONE_PLACE : values.length) + lockText(lock);
  const shape = shapeOf(table);
  const bound = isLong ? [JSON.stringify(values)] : values;
  return andThen(readRows(store, text, [workspaceId, ...bound]), (rows) =>
    rows.map((row) => rowOf(shape, row) as InferSelectModel<T>),
  );
}

function textOf(table: OwnedTable, key: string, count: number): string {
  let ofTable = readings.get(table);
  if (ofTable === undefined) readings.set(table, (ofTable = new Map()));
  let texts = ofTable.get(key);
  if (texts === undefined) ofTable.set(key, (texts = []));
  return (texts[count] ??= writtenText(table, key, count));
}

function writtenText(table: OwnedTable, key: string, count: number): string {
  const { name, names, columns } = shapeOf(table);
  const found = columns.find(([own]) => own === key)?.[1];
  const column = `"${found?.name}"`;
  const places =
    count === IN_ONE_PLACE ? jsonValues('$2', found?.getSQLType() ?? 'text') : placeholders({ length: count }, 2);
  const wanted = count === 1 ? `${column} = $2` : `${column} in (${places}) order by ${column}`;
  return `select ${names} from ${name} where "workspace_id" = $1 and ${wanted}`;
}
