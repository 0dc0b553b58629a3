import { and, asc, eq, inArray, lt, lte, ne, sql } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { insertNew } from '../../db/insert-new';
import { linkRemovals, links } from '../schema/links';

export type LinkRow = typeof links.$inferSelect;
export type NewLinkRow = typeof links.$inferInsert;

/** Inserts links whose address and external id are free, and leaves the others out. */
export const insertLinks = (tx: Store, rows: readonly NewLinkRow[]): Promise<LinkRow[]> => insertNew(tx, links, rows);

/** Which of the slugs are taken on the domain, by a link other than `exceptId`. */
export async function findTakenSlugs(
  store: Store,
  domainId: string,
  slugKeys: readonly string[],
  exceptId = '',
): Promise<Set<string>> {
  const rows = await queries(store)
    .select({ slugKey: links.slugKey })
    .from(links)
    .where(and(eq(links.domainId, domainId), inArray(links.slugKey, [...slugKeys]), ne(links.id, exceptId)));
  return new Set(rows.map(({ slugKey }) => slugKey));
}

/** Expired links whose event was not emitted. */
export async function listExpiredLinks(store: Store, now: Date, limit: number) {
  return (
    queries(store)
      .select({ id: links.id, workspaceId: links.workspaceId, maxClicks: links.maxClicks })
      .from(links)
      // As the partial index spells it.
      .where(and(lte(links.expiresAt, now), sql`expires_at is not null and expired_event_at is null`))
      .orderBy(asc(links.expiresAt))
      .limit(limit)
  );
}

/** Records deleted links, so that their clicks are deleted too. */
export async function insertLinkRemovals(
  tx: Store,
  removals: readonly { linkId: string; workspaceId: string; createdAt: Date }[],
): Promise<void> {
  if (removals.length > 0)
    await queries(tx)
      .insert(linkRemovals)
      .values([...removals]);
}

/** Links deleted before a time whose clicks still exist. */
export async function listLinkRemovals(store: Store, before: Date, limit: number) {
  return queries(store)
    .select({ linkId: linkRemovals.linkId, workspaceId: linkRemovals.workspaceId })
    .from(linkRemovals)
    .where(lt(linkRemovals.createdAt, before))
    .orderBy(asc(linkRemovals.linkId))
    .limit(limit);
}

export async function deleteLinkRemovals(store: Store, linkIds: readonly string[]): Promise<void> {
  await queries(store)
    .delete(linkRemovals)
    .where(inArray(linkRemovals.linkId, [...linkIds]));
}
