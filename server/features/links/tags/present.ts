import type { LinkTag } from '../../../../shared/link-tags';
import type { WorkspaceContext } from '../../../context';
import type { ScopedDb } from '../../../db/scoped';
import { countTagLinks, type TagRow } from '../../../db/unscoped/link-tags';

export async function presentTags(db: ScopedDb, rows: readonly TagRow[]): Promise<LinkTag[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await countTagLinks(db.store, db.workspaceId, ids);
  return rows.map((row) => present(row, counts.get(row.id) ?? 0));
}

export const presentTag = async ({ db }: Pick<WorkspaceContext, 'db'>, row: TagRow): Promise<LinkTag> => {
  const counts = await countTagLinks(db.store, db.workspaceId, [row.id]);
  return present(row, counts.get(row.id) ?? 0);
};

const present = (row: TagRow, linksCount: number): LinkTag => ({
  id: row.id,
  name: row.name,
  color: row.color,
  links_count: linksCount,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  version: row.version,
});
