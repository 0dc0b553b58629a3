import { asc, inArray, lt, sql } from 'drizzle-orm';

import { chunked } from '../../chunked';
import { queries, type Store } from '../../db/database';
import { startOf, TABLES, type UsageUnit } from '../queries/usage';
import type { usageMinutes } from '../schema';

export type UsageRow = typeof usageMinutes.$inferInsert;

const UNITS = ['minute', 'hour', 'day'] as const;
const ROWS_PER_STATEMENT = 500;

/** Adds to minute, hour and day in one transaction, so that the three always agree. */
export async function addUsage(tx: Store, rows: readonly UsageRow[]): Promise<void> {
  for (const unit of UNITS) {
    const table = TABLES[unit];
    const merged = merge(rows, unit);
    for (const some of chunked(merged, ROWS_PER_STATEMENT)) {
      await queries(tx)
        .insert(table)
        .values(some)
        .onConflictDoUpdate({
          target: [table.workspaceId, table.bucket, table.keyId, table.operationId, table.statusClass],
          set: {
            requests: sql`${table.requests} + excluded.requests`,
            rateLimited: sql`${table.rateLimited} + excluded.rate_limited`,
            durationMsSum: sql`${table.durationMsSum} + excluded.duration_ms_sum`,
            durationMsMax: sql`case when excluded.duration_ms_max > ${table.durationMsMax} then excluded.duration_ms_max else ${table.durationMsMax} end`,
          },
        });
    }
  }
}

/** One row a bucket, in the order of the key, so that transactions cannot deadlock. */
function merge(rows: readonly UsageRow[], unit: UsageUnit): UsageRow[] {
  const merged = new Map<string, UsageRow>();
  for (const row of rows) {
    const bucket = startOf(unit, row.bucket.getTime());
    const id = [row.workspaceId, bucket.toISOString(), row.keyId, row.operationId, row.statusClass].join(' ');
    const found = merged.get(id);
    merged.set(id, found ? sum(found, row) : { ...row, bucket });
  }
  return [...merged].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

const sum = (a: UsageRow, b: UsageRow): UsageRow => ({
  ...a,
  requests: a.requests + b.requests,
  rateLimited: a.rateLimited + b.rateLimited,
  durationMsSum: a.durationMsSum + b.durationMsSum,
  durationMsMax: Math.max(a.durationMsMax, b.durationMsMax),
});

/** Deletes one bucket a call; returns the number of rows. */
export async function purgeUsage(store: Store, unit: UsageUnit, before: Date): Promise<number> {
  const table = TABLES[unit];
  const db = queries(store);
  const buckets = db
    .select({ bucket: table.bucket })
    .from(table)
    .where(lt(table.bucket, before))
    .orderBy(asc(table.bucket))
    .limit(1);
  const deleted = await db.delete(table).where(inArray(table.bucket, buckets)).returning({ bucket: table.bucket });
  return deleted.length;
}
