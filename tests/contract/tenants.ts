import { eq, getTableColumns, getTableName, isTable } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { queries, type Store } from '../../server/db/database';
import * as schema from '../../server/schema';

type Owned = PgTable & { workspaceId: PgColumn };

/** Every table whose rows belong to a workspace: those with a column `workspace_id`. */
export const tenantTables: Owned[] = Object.values<unknown>(schema).filter(
  (value): value is Owned => isTable(value) && 'workspaceId' in getTableColumns(value),
);

/** How many rows of each table are the workspace’s. */
export async function rowsOf(store: Store, workspaceId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tenantTables) {
    counts[getTableName(table)] = await queries(store).$count(table, eq(table.workspaceId, workspaceId));
  }
  return counts;
}
