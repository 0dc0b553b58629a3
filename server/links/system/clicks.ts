import { inArray, lt } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { linkSalts, linkSettings } from '../schema/links';

export async function daysWithSalt(store: Store, days: readonly string[]): Promise<Set<string>> {
  const rows = await queries(store)
    .select({ day: linkSalts.day })
    .from(linkSalts)
    .where(inArray(linkSalts.day, [...days]));
  return new Set(rows.map(({ day }) => day));
}

/** Keeps an existing salt, so that all processes use the same. */
export async function saveSalt(store: Store, row: typeof linkSalts.$inferSelect): Promise<void> {
  await queries(store).insert(linkSalts).values(row).onConflictDoNothing();
}

export async function deleteSalts(store: Store, before: string): Promise<void> {
  await queries(store).delete(linkSalts).where(lt(linkSalts.day, before));
}

export const listClickRetentions = (store: Store) =>
  queries(store)
    .select({ workspaceId: linkSettings.workspaceId, clickRetentionDays: linkSettings.clickRetentionDays })
    .from(linkSettings);
