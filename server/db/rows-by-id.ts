import { getTableColumns, getTableName, type InferSelectModel } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { runStatement, type Store } from './database';

type TenantTable = PgTable & { id: PgColumn; workspaceId: PgColumn };

interface Reading {
  columns: [string, PgColumn][];
  /** By the number of ids. */
  texts: Map<number, string>;
}

const readings = new WeakMap<PgTable, Reading>();

/** Rows of a workspace by their ids, in the order of these. For SQLite, where the query builder takes longer than the statement. */
export async function rowsById<T extends TenantTable>(
  store: Store,
  table: T,
  workspaceId: string,
  ids: readonly string[],
): Promise<InferSelectModel<T>[]> {
  if (ids.length === 0) return [];
  const { columns, text } = readingOf(table, ids.length);
  const rows = await runStatement(store, text, [workspaceId, ...ids]);
  return rows.map(
    (row) =>
      Object.fromEntries(
        columns.map(([key, column], index) => {
          const value = row[index];
          return [key, value === null ? null : column.mapFromDriverValue(value)];
        }),
      ) as InferSelectModel<T>,
  );
}

function readingOf(table: TenantTable, count: number): { columns: [string, PgColumn][]; text: string } {
  let reading = readings.get(table);
  if (reading === undefined) {
    const columns = Object.entries(getTableColumns<PgTable>(table) as Record<string, PgColumn>);
    readings.set(table, (reading = { columns, texts: new Map() }));
  }
  const { columns, texts } = reading;
  let text = texts.get(count);
  if (text === undefined) {
    const names = columns.map(([, { name }]) => `"${name}"`).join(', ');
    const places = Array.from({ length: count }, (_, index) => `$${index + 2}`).join(', ');
    const wanted = count === 1 ? '"id" = $2' : `"id" in (${places}) order by "id"`;
    text = `select ${names} from "${getTableName(table)}" where "workspace_id" = $1 and ${wanted}`;
    texts.set(count, text);
  }
  return { columns, text };
}
