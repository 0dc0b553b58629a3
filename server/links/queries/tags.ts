import { andThen, type Awaitable } from '../../awaitable';
import { readRows } from '../../db/database';
import { unsought } from '../../db/dialect';
import type { ScopedDb } from '../../db/scoped';
import { placeholders } from '../../db/sql-text';
import type { linkTags } from '../schema/links';

export type TagRow = typeof linkTags.$inferSelect;
export type TagOfLink = Pick<TagRow, 'id' | 'name'>;

type TagTuple = [linkId: string, id: string, name: string, nameKey: string];

export function readTagsOfLinks(db: ScopedDb, linkIds: readonly string[]): Awaitable<Map<string, TagOfLink[]>> {
  if (linkIds.length === 0) return new Map();
  // SQLite's planner, which has no statistics, would begin at all tags of the workspace.
  const reading = readRows(
    db.store,
    `select l.link_id, t.id, t.name, t.name_key from link_tag_links l
       join link_tags t on t.id = l.tag_id and ${unsought('t.workspace_id')} = $1
       where l.workspace_id = $1 and l.link_id in (${placeholders(linkIds, 2)})`,
    [db.workspaceId, ...linkIds],
  );
  return andThen(reading, (rows) => tagsByLink(rows as TagTuple[]));
}

function tagsByLink(rows: readonly TagTuple[]): Map<string, TagOfLink[]> {
  const found = new Map<string, TagOfLink[]>();
  // Sorted here, since ORDER BY is slow in SQL even without rows.
  for (const [linkId, id, name] of rows.toSorted((a, b) => (a[3] < b[3] ? -1 : 1))) {
    const tags = found.get(linkId);
    if (tags) tags.push({ id, name });
    else found.set(linkId, [{ id, name }]);
  }
  return found;
}
