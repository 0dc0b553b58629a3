import { is, SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

import { andThen, type Awaitable } from '../awaitable';
import { type OpenStore, runStatement, type Store, type Value } from './database';
import { FOR_SHARE, FOR_UPDATE } from './dialect';
import { queryOf } from './query-of';
import { boundValue, rowOf, shapeOf } from './table-shape';

/** The query builder takes longer than the statement: columns and names are written once per table. */
type Row = Record<string, unknown>;

export type Lock = boolean | 'share';

export const lockText = (lock: Lock): string => (lock === 'share' ? FOR_SHARE : lock ? FOR_UPDATE : '');

const run = (store: Store, text: string, params: unknown[]): Promise<readonly unknown[][]> =>
  (store as OpenStore).run(text, params as Value[]);

interface Selection {
  where: SQL;
  orderBy: readonly SQL[];
  limit: number | undefined;
  lock: Lock;
}

export function selectRows(store: Store, table: PgTable, { where, orderBy, limit, lock }: Selection): Awaitable<Row[]> {
  const shape = shapeOf(table);
  const order = orderBy.length === 0 ? undefined : sql` order by ${sql.join([...orderBy], sql`, `)}`;
  const limitClause = limit === undefined ? undefined : sql` limit ${limit}`;
  const { sql: rest, params } = queryOf(sql`${where}${order}${limitClause}`);
  const text = `select ${shape.names} from ${shape.name} where ${rest}${lockText(lock)}`;
  return andThen((store as OpenStore).read(text, params as Value[]), (rows) =>
    rows.map((values) => rowOf(shape, values)),
  );
}

export async function countRows(store: Store, table: PgTable, where: SQL): Promise<number> {
  const { sql: rest, params } = queryOf(where);
  const [row] = await run(store, `select count(*) from ${shapeOf(table).name} where ${rest}`, params);
  return Number(row?.[0]);
}

/** SQLite only. */
export async function insertRow(store: Store, table: PgTable, given: Row): Promise<Row> {
  const shape = shapeOf(table);
  const values = shape.toValues(shape.withDefaults(given));
  const places = values.map(() => '?').join(', ');
  await run(store, `insert into ${shape.name} (${shape.names}) values (${places})`, values);
  return rowOf(shape, values);
}

/** Undefined members of `set` are ignored. Returns the changed rows. */
export async function updateRows(store: Store, table: PgTable, set: Row, where: SQL): Promise<Row[]> {
  const shape = shapeOf(table);
  const changes = shape.columns.flatMap(([key, column]) => {
    const value = set[key];
    if (value === undefined) return [];
    return sql`${sql.raw(`"${column.name}"`)} = ${is(value, SQL) ? value : sql.param(value, column)}`;
  });
  if (changes.length === 0) throw new Error('There is nothing to change.');
  const { sql: change, params } = queryOf(sql`${sql.join(changes, sql`, `)} where ${where}`);
  const rows = await run(store, `update ${shape.name} set ${change} returning ${shape.names}`, params);
  return rows.map((values) => rowOf(shape, values));
}

export async function deleteRows(store: Store, table: PgTable, where: SQL): Promise<number> {
  const { sql: condition, params } = queryOf(where);
  return (await run(store, `delete from ${shapeOf(table).name} where ${condition} returning 1`, params)).length;
}

const changeTexts = new WeakMap<PgTable, Map<string, string>>();

/** Raises the version of a row. */
export async function changeRow(
  store: Store,
  table: PgTable,
  { workspaceId, id, set }: { workspaceId: string; id: string; set: Row },
): Promise<Row | undefined> {
  const shape = shapeOf(table);
  const changed = shape.columns.filter(([key]) => set[key] !== undefined);
  const values = changed.map(([key, column]) => boundValue(column, set[key]) as Value);
  const [row] = await runStatement(store, changeText(table, changed), [workspaceId, id, ...values]);
  return row && rowOf(shape, row);
}

function changeText(table: PgTable, changed: readonly [string, { name: string }][]): string {
  let texts = changeTexts.get(table);
  if (texts === undefined) changeTexts.set(table, (texts = new Map()));
  const key = changed.map(([, { name }]) => name).join();
  let text = texts.get(key);
  if (text === undefined) {
    const { name, names } = shapeOf(table);
    const sets = changed.map(([, column], index) => `"${column.name}" = $${index + 3}`);
    text = `update ${name} set ${[...sets, '"version" = "version" + 1'].join(', ')} where "workspace_id" = $1 and "id" = $2 returning ${names}`;
    texts.set(key, text);
  }
  return text;
}
