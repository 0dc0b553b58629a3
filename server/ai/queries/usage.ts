import { and, asc, eq, gte, lt, sql, type AnyColumn, type SQL } from 'drizzle-orm';

import { type Store, queries } from '../../db/database';
import { aiUsageDays } from '../schema';

export const COUNTERS = [
  'requests',
  'failures',
  'promptTokens',
  'completionTokens',
  'cachedTokens',
  'reasoningTokens',
  'costMicroUsd',
  'estimatedRequests',
  'unpricedRequests',
] as const;
export type AiCounters = Record<(typeof COUNTERS)[number], number>;

interface AiUsageQuery {
  workspaceId: string;
  /** `YYYY-MM-DD`; `until` is not included. */
  from: string;
  until: string;
  keyId?: string | undefined;
  modelId?: string | undefined;
  by: { day: boolean; key: boolean; model: boolean };
  limit: number;
}

const sumOf = (column: AnyColumn): SQL<number> => sql`coalesce(sum(${column}), 0)`.mapWith(Number);
const sums = Object.fromEntries(COUNTERS.map((name) => [name, sumOf(aiUsageDays[name])])) as Record<
  keyof AiCounters,
  SQL<number>
>;

const groupColumn = (isGrouped: boolean, column: AnyColumn): SQL<string | null> =>
  isGrouped ? sql`${column}` : sql`null`;

/** Without groups one row. */
export async function readAiUsage(store: Store, query: AiUsageQuery) {
  const { day, keyId, modelId } = aiUsageDays;
  const group = [
    ...(query.by.day ? [day] : []),
    ...(query.by.key ? [keyId] : []),
    ...(query.by.model ? [modelId] : []),
  ];
  return queries(store)
    .select({
      day: groupColumn(query.by.day, day),
      keyId: groupColumn(query.by.key, keyId),
      modelId: groupColumn(query.by.model, modelId),
      ...sums,
    })
    .from(aiUsageDays)
    .where(
      and(
        eq(aiUsageDays.workspaceId, query.workspaceId),
        gte(day, query.from),
        lt(day, query.until),
        query.keyId === undefined ? undefined : eq(keyId, query.keyId),
        query.modelId === undefined ? undefined : eq(modelId, query.modelId),
      ),
    )
    .groupBy(...group)
    .orderBy(...group.map((one) => asc(one)))
    .limit(query.limit);
}
