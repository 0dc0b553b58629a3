import { and, eq, isNotNull, lt, ne } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { type Outdated, purgeOldest } from '../../db/purge';
import { aiRequests, aiUsageDays } from '../schema';

const MAX_CALLS = 500;

/** Other processes that run calls, or ran some until they died. */
export async function otherCallers(store: Store, nodeId: string): Promise<string[]> {
  const rows = await queries(store)
    .select({ owner: aiRequests.leaseOwner })
    .from(aiRequests)
    .where(and(isNotNull(aiRequests.leaseOwner), ne(aiRequests.leaseOwner, nodeId)))
    .groupBy(aiRequests.leaseOwner);
  return rows.flatMap(({ owner }) => owner ?? []);
}

/** Running calls of one process. */
export async function callsOf(store: Store, owner: string): Promise<(typeof aiRequests.$inferSelect)[]> {
  return queries(store).select().from(aiRequests).where(eq(aiRequests.leaseOwner, owner)).limit(MAX_CALLS);
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
