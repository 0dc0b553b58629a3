import { eq, isNull, lt, or, sql } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { aiProviders, modelSnapshots } from '../schema';

export type StoredProvider = typeof aiProviders.$inferSelect;
export type StoredSnapshot = typeof modelSnapshots.$inferSelect;
export async function readSnapshots(store: Store, slug?: string): Promise<StoredSnapshot[]> {
  return queries(store)
    .select()
    .from(modelSnapshots)
    .where(slug === undefined ? undefined : eq(modelSnapshots.providerSlug, slug));
}

export async function writeSnapshot(
  store: Store,
  snapshot: Omit<StoredSnapshot, 'leaseOwner' | 'leaseUntil'>,
): Promise<void> {
  const { providerSlug: _, ...change } = snapshot;
  await queries(store)
    .insert(modelSnapshots)
    .values(snapshot)
    .onConflictDoUpdate({ target: modelSnapshots.providerSlug, set: { ...change, leaseUntil: null } });
}

/** False while another process has the lease. */
export async function leaseSnapshot(
  store: Store,
  slug: string,
  owner: string,
  times: { now: Date; until: Date },
): Promise<boolean> {
  const lease = { leaseOwner: owner, leaseUntil: times.until };
  const rows = await queries(store)
    .insert(modelSnapshots)
    .values({ providerSlug: slug, models: [], status: 'none', ...lease })
    .onConflictDoUpdate({
      target: modelSnapshots.providerSlug,
      set: lease,
      setWhere: sql`${or(
        isNull(modelSnapshots.leaseUntil),
        lt(modelSnapshots.leaseUntil, times.now),
        eq(modelSnapshots.leaseOwner, owner),
      )}`,
    })
    .returning({ slug: modelSnapshots.providerSlug });
  return rows.length > 0;
}

export async function readProviderRows(store: Store): Promise<StoredProvider[]> {
  return queries(store).select().from(aiProviders).orderBy(aiProviders.slug);
}

export async function insertProvider(store: Store, row: typeof aiProviders.$inferInsert): Promise<boolean> {
  const rows = await queries(store)
    .insert(aiProviders)
    .values(row)
    .onConflictDoNothing()
    .returning({ slug: aiProviders.slug });
  return rows.length > 0;
}

export async function updateProvider(
  store: Store,
  slug: string,
  change: Partial<Pick<StoredProvider, 'config' | 'sealedSecrets' | 'keyHint'>> & { updatedAt: Date },
): Promise<StoredProvider | undefined> {
  const [row] = await queries(store)
    .update(aiProviders)
    .set({ ...change, version: sql`${aiProviders.version} + 1` })
    .where(eq(aiProviders.slug, slug))
    .returning();
  return row;
}

export async function deleteProvider(store: Store, slug: string): Promise<boolean> {
  const db = queries(store);
  const rows = await db.delete(aiProviders).where(eq(aiProviders.slug, slug)).returning({ slug: aiProviders.slug });
  await db.delete(modelSnapshots).where(eq(modelSnapshots.providerSlug, slug));
  return rows.length > 0;
}
