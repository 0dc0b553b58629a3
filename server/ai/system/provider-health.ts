import { and, eq, inArray, like, lt } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { aiProviderFailures, aiUsageDays } from '../schema';

const MAX_WORKSPACES = 1000;
/** In place of the id of a workspace. */
export const ALL_WORKSPACES = '';

/** False if another call or process has recorded it. */
export async function recordProviderFailure(
  store: Store,
  row: typeof aiProviderFailures.$inferInsert,
): Promise<boolean> {
  const rows = await queries(store)
    .insert(aiProviderFailures)
    .values(row)
    .onConflictDoNothing()
    .returning({ slug: aiProviderFailures.providerSlug });
  return rows.length > 0;
}

export async function forgetProviderFailures(
  store: Store,
  slug: string,
  scopes: readonly string[],
): Promise<{ scope: string; since: Date }[]> {
  const { providerSlug, scope, since } = aiProviderFailures;
  return queries(store)
    .delete(aiProviderFailures)
    .where(and(eq(providerSlug, slug), inArray(scope, [...scopes])))
    .returning({ scope, since });
}

/** Of workspaces that call the provider no longer. */
export async function purgeProviderFailures(store: Store, before: Date): Promise<void> {
  await queries(store).delete(aiProviderFailures).where(lt(aiProviderFailures.since, before));
}

/** Ids of workspaces with calls of the provider on one of the days (`YYYY-MM-DD`). */
export async function workspacesCalling(store: Store, slug: string, days: readonly string[]): Promise<string[]> {
  const rows = await queries(store)
    .select({ id: aiUsageDays.workspaceId })
    .from(aiUsageDays)
    .where(and(inArray(aiUsageDays.day, [...days]), like(aiUsageDays.modelId, `${slug}/%`)))
    .groupBy(aiUsageDays.workspaceId)
    .limit(MAX_WORKSPACES);
  return rows.map(({ id }) => id);
}
