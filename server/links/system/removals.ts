import { lt, asc, inArray } from 'drizzle-orm';

import { type Store, queries } from '../../db/database';
import { linkRemovals } from '../schema/links';

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
