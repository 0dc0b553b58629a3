import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm';

import { queries, runStatement, type Store, timeFromDatabase } from '../../db/database';
import { waInstances } from '../schema/instances';

type InstanceRow = typeof waInstances.$inferSelect;

export async function findInstance(store: Store, id: string): Promise<InstanceRow | undefined> {
  const [row] = await queries(store).select().from(waInstances).where(eq(waInstances.id, id));
  return row;
}

export async function statusReports(
  store: Store,
  limit: number,
): Promise<{ id: string; workspaceId: string; at: number }[]> {
  const rows = await runStatement(
    store,
    'select id, workspace_id, report_at from wa_instances where report_at is not null order by report_at limit $1',
    [limit],
  );
  return rows.map(([id, workspaceId, at]) => ({
    id: String(id),
    workspaceId: String(workspaceId),
    at: timeFromDatabase(at),
  }));
}

/** Another process began their connection attempt and did not finish it. */
export async function stuckInstances(store: Store, before: Date, after: string, limit: number): Promise<InstanceRow[]> {
  return queries(store)
    .select()
    .from(waInstances)
    .where(
      and(
        gt(waInstances.id, after),
        eq(waInstances.status, 'connecting'),
        lte(waInstances.statusChangedAt, before),
        isNull(waInstances.deletedAt),
      ),
    )
    .orderBy(asc(waInstances.id))
    .limit(limit);
}
