import type { InferSelectModel } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { runStatement, type Store } from './database';
import { placeholders } from './sql-text';
import { rowOf, shapeOf } from './table-shape';

type TenantTable = PgTable & { id: PgColumn; workspaceId: PgColumn };

const readings = new WeakMap<PgTable, Map<number, string>>();

/** SQLite only, where the query builder takes longer than the statement. Ordered by id. */
export async function rowsById<T extends TenantTable>(
  store: Store,
  table: T,
  workspaceId: string,
  ids: readonly string[],
): Promise<InferSelectModel<T>[]> {
  if (ids.length === 0) return [];
  const rows = await runStatement(store, textOf(table, ids.length), [workspaceId, ...ids]);
  const shape = shapeOf(table);
  return rows.map((values) => rowOf(shape, values) as InferSelectModel<T>);
}

function textOf(table: TenantTable, count: number): string {
  let texts = readings.get(table);
  if (texts === undefined) readings.set(table, (texts = new Map()));
  let text = texts.get(count);
  if (text === undefined) {
    const { name, names } = shapeOf(table);
    const places = placeholders({ length: count }, 2);
    const wanted = count === 1 ? '"id" = $2' : `"id" in (${places}) order by "id"`;
    text = `select ${names} from ${name} where "workspace_id" = $1 and ${wanted}`;
    texts.set(count, text);
  }
  return text;
}
