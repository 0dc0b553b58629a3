import { and, eq, inArray, like } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { aiProviderFailures, aiUsageDays } from '../schema';

const MAX_WORKSPACES = 1000;

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

/** Undefined if no failure is recorded. */
export async function forgetProviderFailure(store: Store, slug: string): Promise<{ since: Date } | undefined> {
  const [row] = await queries(store)
    .delete(aiProviderFailures)
    .where(eq(aiProviderFailures.providerSlug, slug))
    .returning({ since: aiProviderFailures.since });
  return row;
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
