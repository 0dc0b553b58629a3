import type { LinkTag } from '../../../shared/links/tags';
import type { ScopedDb } from '../../db/scoped';
import type { LinksContext } from '../context';
import { narrowedTo } from '../domains/find';
import { countTagLinks, type TagRow } from '../queries/tags';

/**
 * Tags for those who look at them, with the number of links that are there for the caller. They are counted away from
 * the event loop, for a tag can have a million links: call it outside transactions, which would wait too.
 */
export async function presentTags(ctx: LinksContext, rows: readonly TagRow[]): Promise<LinkTag[]> {
  if (rows.length === 0) return [];
  const tagIds = rows.map(({ id }) => id);
  const within = narrowedTo(ctx) ?? null;
  const counts = await ctx.analyst.ask('tag_links', { workspaceId: ctx.workspaceId, tagIds, within });
  return rows.map((row) => present(row, counts[row.id] ?? 0));
}

/** A tag in the course of a change; a key for named domains changes none that links of other domains have. */
export const presentTag = async (db: ScopedDb, row: TagRow): Promise<LinkTag> =>
  present(row, await countTagLinks(db.store, row.id));

const present = (row: TagRow, linksCount: number): LinkTag => ({
  id: row.id,
  name: row.name,
  color: row.color,
  links_count: linksCount,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  version: row.version,
});
