import { and, eq, inArray, isNull, sql } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { insertNew } from '../../db/insert-new';
import type { ScopedDb } from '../../db/scoped';
import { linkRemovals, links, type LinkRow } from '../schema/links';

export type NewLinkRow = typeof links.$inferInsert;

export const BY_LIST = 'list';

export const insertLinks = (tx: Store, rows: readonly NewLinkRow[]): Promise<LinkRow[]> => insertNew(tx, links, rows);

/** A job deletes their clicks. */
export async function insertLinkRemovals(
  tx: Store,
  removals: readonly { linkId: string; workspaceId: string; createdAt: Date }[],
): Promise<void> {
  if (removals.length > 0)
    await queries(tx)
      .insert(linkRemovals)
      .values([...removals]);
}

/** Without a time it unblocks. Returns the links that changed. */
export function setLinksBlocked(tx: ScopedDb, ids: readonly string[], at: Date | null): Promise<LinkRow[]> {
  const state = at === null ? eq(links.blockedReason, BY_LIST) : isNull(links.blockedAt);
  return tx.update(links, and(inArray(links.id, [...ids]), state), {
    blockedAt: at,
    blockedReason: at === null ? null : BY_LIST,
    version: sql`${links.version} + 1`,
  });
}
