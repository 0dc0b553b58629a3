import { eq } from 'drizzle-orm';

import { LinkTag } from '../../../shared/links/tags';
import type { ScopedDb } from '../../db/scoped';
import { presentAs } from '../../present-as';
import type { LinksContext } from '../context';
import { grantedDomains } from '../domains/find';
import type { TagRow } from '../queries/tags';
import { linkTagLinks } from '../schema/links';

/** Counts links in a Worker, since a tag can have a million: call it outside transactions. */
export async function presentTags(ctx: LinksContext, rows: readonly TagRow[]): Promise<LinkTag[]> {
  if (rows.length === 0) return [];
  const tagIds = rows.map(({ id }) => id);
  const within = grantedDomains(ctx) ?? null;
  const counts = await ctx.analyst.ask('tag_links', { workspaceId: ctx.workspaceId, tagIds, within });
  return rows.map((row) => present(row, counts[row.id] ?? 0));
}

export const presentTag = async (db: ScopedDb, row: TagRow): Promise<LinkTag> =>
  present(row, await db.count(linkTagLinks, eq(linkTagLinks.tagId, row.id)));

const present = (row: TagRow, linksCount: number): LinkTag => presentAs(LinkTag, row, { links_count: linksCount });
