import { and, eq, isNotNull, lt, ne } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { type Outdated, purgeOldest } from '../../db/purge';
import { aiRequests, aiUsageDays } from '../schema';

const MAX_CALLS = 500;

/** Calls that other processes run, or ran until they died. */
export async function callsOfOthers(store: Store, nodeId: string): Promise<(typeof aiRequests.$inferSelect)[]> {
  return queries(store)
    .select()
    .from(aiRequests)
    .where(and(isNotNull(aiRequests.leaseOwner), ne(aiRequests.leaseOwner, nodeId)))
    .limit(MAX_CALLS);
}

export const purgeAiRequests = (store: Store, { workspaceId, before }: Outdated): Promise<number> =>
  purgeOldest(store, aiRequests, {
    key: aiRequests.id,
    by: aiRequests.createdAt,
    where: and(eq(aiRequests.workspaceId, workspaceId), lt(aiRequests.createdAt, before)),
  });

/** Days are `YYYY-MM-DD`. */
export async function purgeAiUsage(store: Store, before: string): Promise<void> {
  await queries(store).delete(aiUsageDays).where(lt(aiUsageDays.day, before));
}
