import { and, eq, inArray, sql } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { linkTagLinks, linkTags } from '../schema/links';

export type TagRow = typeof linkTags.$inferSelect;
export type TagOfLink = Pick<TagRow, 'id' | 'name'>;

/** Undefined where the workspace has a tag of that name. */
export async function insertTag(tx: Store, row: typeof linkTags.$inferInsert): Promise<TagRow | undefined> {
  const [made] = await queries(tx).insert(linkTags).values(row).onConflictDoNothing().returning();
  return made;
}

/** Inserts missing tags; returns how many. */
export async function insertTags(tx: Store, rows: (typeof linkTags.$inferInsert)[]): Promise<number> {
  if (rows.length === 0) return 0;
  const made = await queries(tx).insert(linkTags).values(rows).onConflictDoNothing().returning({ id: linkTags.id });
  return made.length;
}

export async function countTagLinks(store: Store, tagId: string): Promise<number> {
  const [row] = await queries(store)
    .select({ links: sql<number | string>`count(*)` })
    .from(linkTagLinks)
    .where(eq(linkTagLinks.tagId, tagId));
  return Number(row?.links ?? 0);
}

/** Tags of links, ordered by name; links without tags are left out. */
export async function readTagsOfLinks(
  store: Store,
  workspaceId: string,
  linkIds: readonly string[],
): Promise<Map<string, TagOfLink[]>> {
  if (linkIds.length === 0) return new Map();
  const rows = await queries(store)
    .select({ linkId: linkTagLinks.linkId, id: linkTags.id, name: linkTags.name, nameKey: linkTags.nameKey })
    .from(linkTagLinks)
    .innerJoin(linkTags, eq(linkTags.id, linkTagLinks.tagId))
    .where(and(eq(linkTagLinks.workspaceId, workspaceId), inArray(linkTagLinks.linkId, [...linkIds])));
  const found = new Map<string, TagOfLink[]>();
  // Sorted here, since ORDER BY is slow in SQL even without rows.
  for (const { linkId, id, name } of rows.toSorted((a, b) => (a.nameKey < b.nameKey ? -1 : 1))) {
    const tags = found.get(linkId);
    if (tags) tags.push({ id, name });
    else found.set(linkId, [{ id, name }]);
  }
  return found;
}

export async function addTagLinks(
  tx: Store,
  workspaceId: string,
  pairs: readonly { linkId: string; tagId: string }[],
): Promise<void> {
  if (pairs.length === 0) return;
  await queries(tx)
    .insert(linkTagLinks)
    .values(pairs.map((pair) => ({ ...pair, workspaceId })))
    .onConflictDoNothing();
}

export async function removeTagLinks(
  tx: Store,
  workspaceId: string,
  linkId: string,
  tagIds: readonly string[],
): Promise<void> {
  if (tagIds.length === 0) return;
  await queries(tx)
    .delete(linkTagLinks)
    .where(
      and(
        eq(linkTagLinks.workspaceId, workspaceId),
        eq(linkTagLinks.linkId, linkId),
        inArray(linkTagLinks.tagId, [...tagIds]),
      ),
    );
}
