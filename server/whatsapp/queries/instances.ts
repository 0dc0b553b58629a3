import { and, eq, inArray, sql } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import type { waCloudApps } from '../schema/instances';
import { waMessages } from '../schema/messages';

export type CloudAppRow = typeof waCloudApps.$inferSelect;

export async function countOpenMessages(
  store: Store,
  workspaceId: string,
  instanceIds: readonly string[],
): Promise<Map<string, { queued: number; unconfirmed: number }>> {
  const counts = new Map<string, { queued: number; unconfirmed: number }>();
  if (instanceIds.length === 0) return counts;
  const rows = await queries(store)
    .select({ instanceId: waMessages.instanceId, status: waMessages.status, count: sql<number | string>`count(*)` })
    .from(waMessages)
    .where(
      and(
        eq(waMessages.workspaceId, workspaceId),
        inArray(waMessages.instanceId, [...instanceIds]),
        // As the partial index spells it.
        sql`status in ('scheduled', 'queued', 'sending', 'unconfirmed')`,
        inArray(waMessages.status, ['queued', 'unconfirmed']),
      ),
    )
    .groupBy(waMessages.instanceId, waMessages.status);
  for (const { instanceId, status, count } of rows) {
    const entry = counts.get(instanceId) ?? { queued: 0, unconfirmed: 0 };
    entry[status === 'queued' ? 'queued' : 'unconfirmed'] = Number(count);
    counts.set(instanceId, entry);
  }
  return counts;
}
