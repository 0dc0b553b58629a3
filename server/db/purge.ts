import { asc, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { queries, type Store } from './database';

/** Small statements let other work run in between. Every purge returns the number of deleted rows. */
export const PURGE_ROWS = 500;

export interface Outdated {
  workspaceId: string;
  before: Date;
}

/** `key` is unique; rows with the smallest `by` are deleted first. */
export async function purgeOldest(
  store: Store,
  table: PgTable,
  { key, by, where, limit = PURGE_ROWS }: { key: PgColumn; by: PgColumn; where: SQL | undefined; limit?: number },
): Promise<number> {
  const db = queries(store);
  const oldest = db.select({ key }).from(table).where(where).orderBy(asc(by)).limit(limit);
  const gone = await db.delete(table).where(inArray(key, oldest)).returning({ key });
  return gone.length;
}
