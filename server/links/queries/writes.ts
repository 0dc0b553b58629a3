import { queries, type Store } from '../../db/database';
import { insertNew } from '../../db/insert-new';
import { linkRemovals, links } from '../schema/links';

type LinkRow = typeof links.$inferSelect;
export type NewLinkRow = typeof links.$inferInsert;

export const insertLinks = (tx: Store, rows: readonly NewLinkRow[]): Promise<LinkRow[]> => insertNew(tx, links, rows);

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
