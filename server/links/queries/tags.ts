import { eq, inArray } from 'drizzle-orm';

import type { ScopedDb } from '../../db/scoped';
import { linkTagLinks, linkTags } from '../schema/links';

export type TagRow = typeof linkTags.$inferSelect;
export type TagOfLink = Pick<TagRow, 'id' | 'name'>;

export async function readTagsOfLinks(db: ScopedDb, linkIds: readonly string[]): Promise<Map<string, TagOfLink[]>> {
  if (linkIds.length === 0) return new Map();
  const { tagId, linkId } = linkTagLinks;
  const rows = await db.join(linkTagLinks, linkTags, eq(linkTags.id, tagId), inArray(linkId, [...linkIds]));
  const found = new Map<string, TagOfLink[]>();
  // Sorted here, since ORDER BY is slow in SQL even without rows.
  for (const { left, right } of rows.toSorted((a, b) => (a.right.nameKey < b.right.nameKey ? -1 : 1))) {
    const tag = { id: right.id, name: right.name };
    const tags = found.get(left.linkId);
    if (tags) tags.push(tag);
    else found.set(left.linkId, [tag]);
  }
  return found;
}
