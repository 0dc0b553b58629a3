import { and, eq, inArray } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { linkTagLinks, linkTags } from '../schema/links';

export type TagRow = typeof linkTags.$inferSelect;
export type TagOfLink = Pick<TagRow, 'id' | 'name'>;

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
