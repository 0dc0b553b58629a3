import { is, SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';

import type { OpenStore, Store, Value } from '../database';
import { boundValue, rowOf, shapeOf } from '../table-shape';

/** Prepared once per table, since the query builder takes longer than the statement on SQLite. */
type Row = Record<string, unknown>;

const dialect = new SQLiteSyncDialect();

const run = (store: Store, text: string, params: unknown[]): Promise<readonly unknown[][]> =>
  (store as OpenStore).run(text, params as Value[]);

interface Selection {
  where: SQL;
  orderBy: readonly SQL[];
  limit: number | undefined;
}

export async function selectRows(store: Store, table: PgTable, { where, orderBy, limit }: Selection): Promise<Row[]> {
  const shape = shapeOf(table);
  const order = orderBy.length === 0 ? undefined : sql` order by ${sql.join([...orderBy], sql`, `)}`;
  const most = limit === undefined ? undefined : sql` limit ${limit}`;
  const { sql: rest, params } = dialect.sqlToQuery(sql`${where}${order}${most}`);
  const rows = await run(store, `select ${shape.names} from ${shape.name} where ${rest}`, params);
  return rows.map((values) => rowOf(shape, values));
}

export async function insertRow(store: Store, table: PgTable, given: Row): Promise<Row> {
  const shape = shapeOf(table);
  const values = shape.columns.map(([key, column]) => boundValue(column, given[key] ?? column.default ?? null));
  const places = values.map(() => '?').join(', ');
  await run(store, `insert into ${shape.name} (${shape.names}) values (${places})`, values);
  return rowOf(shape, values);
}

/** Undefined members of `set` are ignored. Returns the changed rows. */
export async function updateRows(store: Store, table: PgTable, set: Row, where: SQL): Promise<Row[]> {
  const shape = shapeOf(table);
  const changes: string[] = [];
  const params: unknown[] = [];
  for (const [key, column] of shape.columns) {
    const value = set[key];
    if (value === undefined) continue;
    const expression = is(value, SQL) ? dialect.sqlToQuery(value) : { sql: '?', params: [boundValue(column, value)] };
    changes.push(`"${column.name}" = ${expression.sql}`);
    params.push(...expression.params);
  }
  if (changes.length === 0) throw new Error('There is nothing to change.');
  const condition = dialect.sqlToQuery(where);
  const text = `update ${shape.name} set ${changes.join(', ')} where ${condition.sql} returning ${shape.names}`;
  const rows = await run(store, text, [...params, ...condition.params]);
  return rows.map((values) => rowOf(shape, values));
}
