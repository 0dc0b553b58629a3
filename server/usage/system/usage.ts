import { and, asc, eq, gte, inArray, lt, sql, type AnyColumn, type SQL } from 'drizzle-orm';

import { OPERATION_WORDS, type Surface } from '../../../shared/surfaces';
import { queries, type Store } from '../../db/database';
import { usageDays, usageHours, usageMinutes } from '../schema';

type UsageUnit = 'minute' | 'hour' | 'day';
export type UsageRow = typeof usageMinutes.$inferInsert;

const TABLES = { minute: usageMinutes, hour: usageHours, day: usageDays };
export const UNIT_MS: Record<UsageUnit, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const UNITS = ['minute', 'hour', 'day'] as const;
const ROWS_PER_STATEMENT = 500;

export const startOf = (unit: UsageUnit, time: number): Date =>
  new Date(Math.floor(time / UNIT_MS[unit]) * UNIT_MS[unit]);

/** Adds to minute, hour and day in one transaction, so that the three always agree. */
export async function addUsage(tx: Store, rows: readonly UsageRow[]): Promise<void> {
  for (const unit of UNITS) {
    const table = TABLES[unit];
    const merged = merge(rows, unit);
    for (let at = 0; at < merged.length; at += ROWS_PER_STATEMENT) {
      await queries(tx)
        .insert(table)
        .values(merged.slice(at, at + ROWS_PER_STATEMENT))
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

/**
 * The surface of an operation, by the first word of its id. Literal, since PostgreSQL treats expressions with different
 * parameters as different and would refuse the GROUP BY.
 */
function surfaceIn(operationId: AnyColumn): SQL<Surface> {
  const whens = Object.entries(OPERATION_WORDS).flatMap(([surface, words]) =>
    words.map(
      (word) => sql`when ${operationId} like ${sql.raw(`'${word}|_%'`)} escape '|' then ${sql.raw(`'${surface}'`)}`,
    ),
  );
  return sql<Surface>`case ${sql.join(whens, sql` `)} else 'getting-started' end`;
}

interface UsageQuery {
  workspaceId: string;
  keyId?: string | undefined;
  unit: UsageUnit;
  from: Date;
  to: Date;
  by: { bucket: boolean; key: boolean; surface: boolean; operation: boolean; status: boolean };
  limit: number;
}

/** Sums of a workspace grouped by `by`, in that order. */
export async function readUsage(store: Store, query: UsageQuery) {
  const table = TABLES[query.unit];
  const group = [
    // Without other columns it keeps an empty period from returning a row.
    table.workspaceId,
    ...(query.by.bucket ? [table.bucket] : []),
    ...(query.by.key ? [table.keyId] : []),
    ...(query.by.surface ? [surfaceIn(table.operationId)] : []),
    ...(query.by.operation ? [table.operationId] : []),
    ...(query.by.status ? [table.statusClass] : []),
  ];
  const whenClass = (status: number) =>
    sql<number | string>`sum(case when ${table.statusClass} = ${status} then ${table.requests} else 0 end)`;
  const rows = await queries(store)
    .select({
      bucket: query.by.bucket ? sql<Date | null>`${table.bucket}`.mapWith(table.bucket) : sql<null>`null`,
      keyId: query.by.key ? sql<string | null>`${table.keyId}` : sql<string | null>`null`,
      surface: query.by.surface ? surfaceIn(table.operationId) : sql<Surface | null>`null`,
      operationId: query.by.operation ? sql<string | null>`${table.operationId}` : sql<string | null>`null`,
      statusClass: query.by.status ? sql<number | null>`${table.statusClass}` : sql<number | null>`null`,
      requests: sql<number | string>`sum(${table.requests})`,
      errors4xx: whenClass(4),
      errors5xx: whenClass(5),
      rateLimited: sql<number | string>`sum(${table.rateLimited})`,
      durationMsSum: sql<number | string>`sum(${table.durationMsSum})`,
      durationMsMax: sql<number | string>`max(${table.durationMsMax})`,
    })
    .from(table)
    .where(
      and(
        eq(table.workspaceId, query.workspaceId),
        gte(table.bucket, query.from),
        lt(table.bucket, query.to),
        query.keyId === undefined ? undefined : eq(table.keyId, query.keyId),
      ),
    )
    .groupBy(...group)
    .orderBy(...group.map((column) => asc(column)))
    .limit(query.limit);
  // PostgreSQL widens a sum of bigint to numeric, which is read as text.
  return rows.map((row) => ({
    ...row,
    requests: Number(row.requests),
    errors4xx: Number(row.errors4xx),
    errors5xx: Number(row.errors5xx),
    rateLimited: Number(row.rateLimited),
    durationMsSum: Number(row.durationMsSum),
    durationMsMax: Number(row.durationMsMax),
  }));
}

/** Deletes counters of one unit from before a time, one bucket a call; returns how many. */
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
