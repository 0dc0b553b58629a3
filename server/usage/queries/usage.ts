import { sql, and, eq, gte, lt, asc, type SQL, type AnyColumn } from 'drizzle-orm';

import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../shared/durations';
import { OPERATION_LABELS, type Surface } from '../../../shared/surfaces';
import { type Store, queries } from '../../db/database';
import { usageMinutes, usageHours, usageDays } from '../schema';

export type UsageUnit = 'minute' | 'hour' | 'day';
export const TABLES = { minute: usageMinutes, hour: usageHours, day: usageDays };
export const UNIT_MS: Record<UsageUnit, number> = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };
export const startOf = (unit: UsageUnit, time: number): Date =>
  new Date(Math.floor(time / UNIT_MS[unit]) * UNIT_MS[unit]);

/** By the first part of the id. Literal, since PostgreSQL treats other parameters as another GROUP BY expression. */
function surfaceIn(operationId: AnyColumn): SQL<Surface> {
  const whens = Object.entries(OPERATION_LABELS).flatMap(([surface, words]) =>
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
