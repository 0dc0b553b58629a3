import { inArray } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { workspaceCounter } from '../schema';

export async function readWebhooksVersions(
  store: Store,
  workspaceIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await queries(store)
    .select({ id: workspaceCounter.workspaceId, version: workspaceCounter.webhooksVersion })
    .from(workspaceCounter)
    .where(inArray(workspaceCounter.workspaceId, [...workspaceIds]));
  return new Map(rows.map(({ id, version }) => [id, version]));
}
