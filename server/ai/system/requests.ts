import { and, eq, isNotNull, lt, ne, type SQL } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { type Outdated, purgeOldest } from '../../db/purge';
import { workspaceHas } from '../../db/retentions';
import { aiRequests, aiUsageDays } from '../schema';

const MAX_CALLS = 500;

/** Includes processes that died during a call. */
export async function otherCallers(store: Store, nodeId: string): Promise<string[]> {
  const rows = await queries(store)
    .select({ owner: aiRequests.leaseOwner })
    .from(aiRequests)
    .where(and(isNotNull(aiRequests.leaseOwner), ne(aiRequests.leaseOwner, nodeId)))
    .groupBy(aiRequests.leaseOwner);
  return rows.flatMap(({ owner }) => owner ?? []);
}

export async function callsOf(store: Store, owner: string): Promise<(typeof aiRequests.$inferSelect)[]> {
  return queries(store).select().from(aiRequests).where(eq(aiRequests.leaseOwner, owner)).limit(MAX_CALLS);
}

export const hasOutdatedAiRequests = (store: Store, before: Date): SQL =>
  workspaceHas(store, aiRequests, lt(aiRequests.createdAt, before));

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
